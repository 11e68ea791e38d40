"""What the target of a link is: a place in the web, an absolute path, or a path to look up."""

import re
from enum import Enum

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
_DRIVE = re.compile(r"[A-Za-z]:(?:[\\/]|\Z)")
_PLACEHOLDER = frozenset("{}<>*$")
_ROOT_OR_SHARE = "\\"  # Markdown reads the two of a share as one


class Kind(Enum):
    """How a target is judged."""

    SKIPPED = "skipped"
    ABSOLUTE = "absolute"
    RELATIVE = "relative"


def kind_of(target: str) -> Kind:
    """Tell paths from what lint.md section 3.3 skips.

    `www.` begins the address of a page for every reader, though not for Markdown.
    """
    lower = target[:5].lower()
    if _PLACEHOLDER & set(target) or not any(map(str.isalnum, target)):
        return Kind.SKIPPED
    if lower == "file:" or target.startswith(_ROOT_OR_SHARE) or _DRIVE.match(target):
        return Kind.ABSOLUTE
    if target.startswith(("//", "#", "?")) or lower.startswith("www.") or _SCHEME.match(target):
        return Kind.SKIPPED
    return Kind.ABSOLUTE if target.startswith(("/", "~")) else Kind.RELATIVE


def readings(target: str) -> tuple[str, ...]:
    """The paths that a relative target may mean: decoded, as written, with `/` for a backslash."""
    path = re.split("[#?]", target, maxsplit=1)[0]
    found = [path]
    if "%" in path:
        from urllib.parse import unquote  # noqa: PLC0415 # import budget: a rare need

        found.insert(0, unquote(path))
    if path != target:
        found.append(target)
    if "\\" in path:
        found.append(path.replace("\\", "/"))
    return tuple(found)
