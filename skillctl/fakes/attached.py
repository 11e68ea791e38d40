"""Files that replies name: each a JSON object in the folder of the fake, never outside of it."""

import json
from pathlib import Path
from typing import Any

from skillctl.files import obstacle, open_file, real_path

MAX_BYTES = 8 * 1_048_576


class NotAttached(Exception):
    """Why a file cannot answer; the words complete `the file "x" …`."""


def attached(folder: Path, name: str) -> dict[str, Any]:
    """The result that a file holds; links are resolved before it is judged where it lies."""
    home, path = real_path(folder), real_path(folder / name)
    if not path.is_relative_to(home) or path == home:
        raise NotAttached("lies outside the folder of the fake")
    try:
        with open_file(path) as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        reason = obstacle(path) or error.strerror or str(error)
        raise NotAttached(f"cannot be read: {reason}") from None
    if len(data) > MAX_BYTES:
        raise NotAttached(f"is over {MAX_BYTES:,} bytes")
    return _object(data)


def _object(data: bytes) -> dict[str, Any]:
    try:
        value = json.loads(data.decode("utf-8-sig"), parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        words = (
            "is nested too deeply" if isinstance(error, RecursionError) else f"is no JSON: {error}"
        )
        raise NotAttached(words) from None
    if not isinstance(value, dict):
        raise NotAttached("holds no JSON object, as the result of a request is one")
    return value


def _no_constant(word: str) -> float:
    raise ValueError(f"{word} is no JSON")
