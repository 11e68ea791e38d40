"""Which arguments of a server's tool are paths, and what the path guard says (mcp.md section 9).

MCP expands what an agent can do, never what it may do.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from skillctl.policy.paths import Access, Area, is_sensitive, judge_path, lies_in_any
from skillctl.policy.verdict import ALLOWED, Decision, Verdict

PATH_WORDS = frozenset({"path", "file", "filename", "dir", "directory", "folder", "cwd", "root"})
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_WEAK = re.compile(r"(?:[/~]|\.\.?/|[A-Za-z]:\\)\S*\Z")
_FILE = re.compile(r"file:(?://(?:localhost)?(?=/))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Leaf:
    """A text inside arguments: its place, the key it stands under, and its own schema."""

    place: str
    key: str
    text: str
    schema: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Judge:
    """What arguments are judged by; relative paths count from `folder`, that of the server.

    They are judged as paths to write: that a tool only reads is its server's own claim (mcp.md
    section 8.4). `real` and `exists` look at the file system.
    """

    area: Area
    folder: Path
    real: Callable[[str], str] = os.path.realpath
    exists: Callable[[str], bool] = os.path.lexists

    def verdicts(
        self, values: Mapping[str, object], schema: Mapping[str, object]
    ) -> Iterator[tuple[str, Verdict]]:
        """Each argument that is not simply allowed, with its place such as `$.path`."""
        for leaf in leaves(values, schema):
            verdict = self._verdict(leaf)
            if verdict.decision is not Decision.ALLOW:
                yield leaf.place, verdict

    def _verdict(self, leaf: Leaf) -> Verdict:
        """The strictest verdict on a text in each of its meanings."""
        text = leaf.text
        if _is_path_key(leaf.key) or leaf.schema.get("format") == "path":
            return _strictest(map(self._strong, {text, *_in_file_url(text)}))
        if text.lower().startswith("file:/"):
            return _strictest(map(self._strong, _in_file_url(text)))
        return self._weak(text) if _WEAK.match(text) else ALLOWED

    def _strong(self, text: str) -> Verdict:
        """What is meant as a path goes through the whole guard."""
        path = self._from_folder(text)
        return judge_path(path, Access.WRITE, self.area, self.real).verdict

    def _weak(self, text: str) -> Verdict:
        """What looks like a path counts if something is there, outside the root."""
        judged = judge_path(self._from_folder(text), Access.WRITE, self.area, self.real)
        outside = not judged.path.is_relative_to(self.area.root)
        if not outside or judged.verdict.decision is Decision.ALLOW:
            return ALLOWED
        if lies_in_any(judged.path, self.area.protected):
            return judged.verdict
        if not self.exists(str(judged.path)):
            return ALLOWED
        if is_sensitive([part.casefold() for part in judged.path.parts]):
            return Verdict(Decision.REFUSE, "it names a file that often holds secrets")
        return Verdict(Decision.CONFIRM, "it names something outside the workspace")

    def _from_folder(self, text: str) -> str:
        if text == "~" or text.startswith(("/", "~/")):
            return text
        return str(self.folder / text)


def leaves(value: object, schema: object) -> Iterator[Leaf]:
    """Every text of a value at any depth, with the key that it stands under."""
    pending = [("$", "", value, schema)]
    while pending:
        place, key, item, about = pending.pop()
        known = about if isinstance(about, Mapping) else {}
        if isinstance(item, str):
            yield Leaf(place, key, item, known)
        elif isinstance(item, Mapping):
            table = known.get("properties")
            inner = table if isinstance(table, Mapping) else {}
            named = [(f"{place}.{k}", str(k), v, inner.get(k)) for k, v in item.items()]
            pending += reversed(named)
        elif isinstance(item, list):
            listed = [(f"{place}[{i}]", key, v, known.get("items")) for i, v in enumerate(item)]
            pending += reversed(listed)


def _is_path_key(key: str) -> bool:
    """Whether a word of a key (camel, snake or kebab case, also in the plural) says path."""
    words = [word.lower() for word in _WORD.findall(key)]
    return any(word in PATH_WORDS or word.removesuffix("s") in PATH_WORDS for word in words)


def _strictest(verdicts: Iterable[Verdict]) -> Verdict:
    return max(verdicts, key=lambda verdict: list(Decision).index(verdict.decision))


def _in_file_url(text: str) -> tuple[str, ...]:
    """The paths that a file URL may mean to its reader: its text, and what a URL parser finds."""
    scheme = _FILE.match(text)
    if scheme is None:
        return ()
    return text[scheme.end() :], _file_path(text)


def _file_path(url: str) -> str:
    """The path of a file URL; one on another host is a path that no workspace holds."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "/"
    if parts.netloc.lower() not in ("", "localhost"):
        return f"//{parts.netloc}{parts.path}"
    return unquote(parts.path) or "/"
