"""A `SKILL.md` as it is written: lenient, with the place of everything."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path, PurePath

from skillctl.files import is_link
from skillctl.skills.front_matter import FrontMatter, closed_before, find_front_matter
from skillctl.source.file import SourceFile, Undecodable
from skillctl.source.read import Unreadable, read_source
from skillctl.source.tree import Entry, Node, SyntaxProblem
from skillctl.source.yaml_plain import plain_mapping

FILE_NAME = "SKILL.md"
MAX_FILE_BYTES = 1_048_576
MAX_FRONT_MATTER_BYTES = 65_536
VALUE_PROBLEMS = ("plain-colon", "reserved-start", "text-after-close")  # kinds of `stop`
TAB_INDENT = "tab-indent"
BROKEN_CONTINUATION = "continuation"


@dataclass(frozen=True, kw_only=True)
class SkillDocument:
    """A skill file with its defects.

    `source` is None if `failure` says why the file could not be read as text. `folder` is the name
    of the real folder, `spelled` the one under which it was found; both are empty where the folder
    plays no part. `block` says where the front matter stands; `front` is its tree, None if there is
    no block, it is too long, or it is not YAML: then `stop` says why, at the cause.
    """

    path: Path
    shown: str
    folder: str
    spelled: str
    source: SourceFile | None = None
    failure: Undecodable | Unreadable | None = None
    block: FrontMatter | None = None
    front: Node | None = None
    stop: SyntaxProblem | None = None

    @property
    def fields(self) -> Node | None:
        """The front matter if it is a mapping."""
        return self.front if self.front and self.front.kind == "mapping" else None

    @property
    def body(self) -> str:
        """The text after the front matter, or all of it where there is none."""
        if self.source is None:
            return ""
        return self.source.text[self.block.body if self.block else 0 :]

    @property
    def front_matter_too_long(self) -> bool:
        """Whether the block is over the limit, so that it was not parsed."""
        if self.source is None or self.block is None:
            return False
        block = self.source.text[self.block.start : self.block.end]
        return len(block.encode()) > MAX_FRONT_MATTER_BYTES

    @cached_property
    def _entries(self) -> Mapping[str, Entry]:
        fields = self.fields.entries if self.fields else ()
        return {entry.key: entry for entry in reversed(fields)}

    def entry(self, key: str) -> Entry | None:
        """The first entry of a field, or None."""
        return self._entries.get(key)

    def text(self, key: str) -> str | None:
        """The value of a field that is a string, or None."""
        entry = self.entry(key)
        value = entry.value.value if entry and entry.value.kind == "string" else None
        return value if isinstance(value, str) else None


def read_skill_document(
    path: Path, shown: str, limit: int = MAX_FILE_BYTES, folder: str = ""
) -> SkillDocument:
    """Read a skill file; `shown` is its path in messages, `folder` its real folder if known."""
    return document_of(read_source(path, shown, limit), path, shown, folder)


def document_of(
    read: SourceFile | Undecodable | Unreadable, path: Path, shown: str, folder: str = ""
) -> SkillDocument:
    """Make the document of what stands, or is to stand, at a path.

    `folder` is that of the path with every link followed, if it is known.
    """
    names = (_folder_name(path, folder), path.absolute().parent.name)
    if not isinstance(read, SourceFile):
        return SkillDocument(
            path=path, shown=shown, folder=names[0], spelled=names[1], failure=read
        )
    return parse_skill(read, path, *names)


def _folder_name(path: Path, folder: str) -> str:
    """The name of the folder in which the file really lies."""
    if not folder or is_link(path):
        folder = os.path.dirname(os.path.realpath(path))  # noqa: PTH120 # a loop of links is survived
    return PurePath(folder).name


def parse_skill(source: SourceFile, path: Path, folder: str, spelled: str) -> SkillDocument:
    """Make the document of a text that was read."""
    block = find_front_matter(source)
    document = SkillDocument(
        path=path,
        shown=source.path,
        folder=folder,
        spelled=spelled,
        source=source,
        block=block if block.opening else None,
    )
    if block.opening is None or block.closing is None or document.front_matter_too_long:
        return document
    plain = plain_mapping(source, block.start, block.end)
    if plain is not None:
        return replace(document, front=plain)
    from skillctl.source.yaml_text import parse_yaml  # noqa: PLC0415 # import budget: what is not plain

    front, problems = parse_yaml(source, block.start, block.end)
    if not problems:
        return replace(document, front=front)
    sooner = closed_before(source, block, problems[0].start)
    front, left = parse_yaml(source, sooner.start, sooner.end) if sooner else (None, ())
    if front and front.kind == "mapping" and not left:
        return replace(document, block=sooner, front=front)
    from skillctl.skills.yaml_stop import find_cause  # noqa: PLC0415 # import budget: broken YAML only

    return replace(document, stop=find_cause(source, block.start, block.end, problems[0]))
