"""Text of a repository before a terminal: control and hidden characters shown, secrets masked."""

from skillctl.policy.masks import without_secrets
from skillctl.policy.text import row


def safe(text: str) -> str:
    r"""One line that can be printed: `\u{202E}` for what hides, stars for what is secret."""
    return row(without_secrets(text))
