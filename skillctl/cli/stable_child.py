"""One build of `prompt --check-stable` in a process of its own; it speaks with its parent only."""

import os
import pickle
import sys
from dataclasses import replace

from skillctl.agent.stability import build


def main() -> None:
    """Read from stdin what to build, and write it to stdout."""
    ground, settings, request = pickle.load(sys.stdin.buffer)  # noqa: S301 # our parent wrote it
    here = replace(ground, environment=dict(os.environ))
    sys.stdout.buffer.write(pickle.dumps(build(here, settings, request)))
