"""What a command prints on stdout, exactly."""

import sys


def put(text: str) -> None:
    """Print exactly this text; a terminal gets it safe to look at and with a line end."""
    from skillctl.agent.writer import encoded
    from skillctl.policy.text import visible

    if sys.stdout.isatty():
        text = visible(text) + ("" if text.endswith("\n") else "\n")
    sys.stdout.flush()
    sys.stdout.buffer.write(encoded(text)[0])
    sys.stdout.buffer.flush()
