"""What a file is read as, to compare it before and after a fix: one function per kind."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from skillctl.rules.find.found import Target
from skillctl.rules.targets import ANY
from skillctl.servers.document import ConfigDocument
from skillctl.source.file import SourceFile, decode
from skillctl.source.tree import Node

_KEY_LINE = re.compile(
    r"(?<![^\r\n])(?:\"[^\"\r\n]*\"|'[^'\r\n]*'|[^\s#\"'\-\[\]{}*>|`<:][^:\r\n]*(?::(?=\S)[^:\r\n]*)*)"
    r"[ \t]*:(?=[ \t\r\n]|\Z)"
)


class Reading(NamedTuple):
    """A file as it is read; all places are byte offsets.

    `root` is its data, None if it could not be parsed: then `why` says why, `begun` are the
    offsets at which its top keys begin as far as lines tell, and `raw` is its text. `tops` are
    those of the parsed keys. The text that is no data begins at `body`.
    """

    data: bytes
    root: Node | None = None
    why: str = ""
    body: int = 0
    begun: tuple[int, ...] = ()
    tops: frozenset[int] = frozenset()


Read = Callable[[bytes, Target], Reading]


def read_skill(data: bytes, target: Target) -> Reading:
    """The front matter of a skill, and where the text below it begins."""
    from skillctl.skills.document import parse_skill  # noqa: PLC0415 # import budget: by kind

    source = decode("", data)
    if not isinstance(source, SourceFile):
        return Reading(data, why="it is not UTF-8")
    document = parse_skill(source, Path(target.path), "", "")
    block, root = document.block, document.front
    if root is not None:
        return _parsed(source, root, block.body if block else 0)
    start, end = (block.start, block.end) if block else (0, 0)
    keys = (match.start() for match in _KEY_LINE.finditer(source.text[:end], start))
    return Reading(
        data,
        why=document.stop.message if document.stop else "there is no front matter that ends",
        body=source.position(block.body if block else 0).offset,
        begun=tuple(source.position(key).offset for key in keys),
    )


def read_config(data: bytes, target: Target) -> Reading:
    """The data of a config, read by the rules of its host."""
    document = config_document(data, target)
    if document.source is None:
        return Reading(data, why="it is not UTF-8")
    if document.root is None:
        return Reading(data, why=document.problems[0].message, body=len(data))
    return _parsed(document.source, document.root, len(document.source.text))


def config_document(data: bytes, target: Target) -> ConfigDocument:
    """The document of a config, by the first of the hosts that read it."""
    from skillctl.rules.config.check import document_of  # noqa: PLC0415 # as above
    from skillctl.rules.config.dialects import hosts_of  # noqa: PLC0415 # import budget: by kind

    host = next(iter(hosts_of(target, (ANY,))), None)
    return document_of(Path(target.path), target.shown, data, host)


def read_toml(data: bytes, target: Target) -> Reading:
    """The TOML of a fake, a scenario, or a config."""
    from skillctl.source.toml_text import parse_toml  # noqa: PLC0415 # import budget: by kind

    del target
    source = decode("", data)
    if not isinstance(source, SourceFile):
        return Reading(data, why="it is not UTF-8")
    root, problems = parse_toml(source)
    if root is None:
        return Reading(data, why=problems[0].message, body=len(data))
    return _parsed(source, root, len(source.text))


def _parsed(source: SourceFile, root: Node, body: int) -> Reading:
    return Reading(
        source.data,
        root,
        body=source.position(body).offset,
        tops=frozenset(source.position(entry.start).offset for entry in root.entries),
    )


class Kind(NamedTuple):
    """A kind of document: how it is read, and the prefixes of the rules that judge how it reads."""

    read: Read
    early: tuple[str, ...]


KINDS = {
    "skill": Kind(read_skill, ("SK0", "SK1")),
    **dict.fromkeys(("config", "settings", "manifest"), Kind(read_config, ("MC0",))),
    "fake": Kind(read_toml, ("FK001",)),
    "scenario": Kind(read_toml, ("SC001",)),
}
