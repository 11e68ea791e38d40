"""A YAML slice of a file with the place of every key and value, within limits.

The tree is built from parser events, so nothing recursive runs and a breach of a limit (lint.md
section 5) stops at once. No tag is executed, no merge key applied. With libyaml or without, the
answer is the same.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NamedTuple, NoReturn

import yaml

from skillctl.source.file import SourceFile
from skillctl.source.tree import Entry, Node, SyntaxProblem
from skillctl.source.yaml_scalars import plain_value
from skillctl.source.yaml_words import explain

MAX_DEPTH = 64
MAX_NODES = 10_000
MAX_ALIASES = 100
MAX_EXPANDED = 100_000
MAX_SCALAR = 65_536
LOADER: Any = getattr(yaml, "CLoader", yaml.Loader)

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]")
_NO_CHARACTERS = ("\ufeff", "\ufffe", "\uffff")
_TAB_AFTER_WORD = re.compile(r"[^\s][^\r\n]*")


def parse_yaml(
    source: SourceFile, start: int, end: int
) -> tuple[Node | None, tuple[SyntaxProblem, ...]]:
    """Parse one YAML document that stands between two indices of the text.

    The tree is None if there is a problem; an empty slice gives a null node. A duplicate key is a
    second entry; a merge key is a key named `<<`; an alias stands for the value of its anchor.
    """
    text = source.text[start:end]
    bad = _forbidden(text)
    if bad is not None:
        message = f"the character U+{ord(text[bad]):04X} is not allowed in YAML"
        return None, (SyntaxProblem(message, start + bad, start + bad + 1, "control"),)
    builder = _Builder(source.text, start)
    try:
        for event in yaml.parse(_for_loader(text), Loader=LOADER):
            builder.take(event)
    except yaml.MarkedYAMLError as error:
        found = explain(error, text)
        problem = found._replace(start=found.start + start, end=found.end + start)
    except _Refused as refused:
        problem = refused.problem
    else:
        return builder.root or Node("null", start, start, plain=True), ()
    return None, (problem,)


def _forbidden(text: str) -> int | None:
    """Where the first character stands that no YAML may hold.

    Three searches, since one pattern with characters beyond Latin-1 takes milliseconds to compile.
    """
    control = _CONTROL.search(text)
    places = [text.find(character) for character in _NO_CHARACTERS]
    found = [place for place in (control.start() if control else -1, *places) if place >= 0]
    return min(found, default=None)


def _for_loader(text: str) -> str:
    """The text as the loader needs it: without libyaml a tab after a word is no blank."""
    return _TAB_AFTER_WORD.sub(_without_tabs, text) if LOADER is yaml.Loader else text


def _without_tabs(match: re.Match[str]) -> str:
    return match.group().replace("\t", " ")


class _Refused(Exception):
    """The text is YAML, but not what we read."""

    def __init__(self, problem: SyntaxProblem) -> None:
        super().__init__(problem.message)
        self.problem = problem


@dataclass(slots=True)
class _Open:
    """A collection that is being filled; `key` is the key that waits for its value."""

    kind: str
    start: int
    flow: bool
    anchor: str | None
    items: list[Node] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    key: Node | None = None
    size: int = 1
    depth: int = 1


class _Sized(NamedTuple):
    """A finished value, how many values it holds with aliases expanded, and how deep it goes."""

    node: Node
    size: int
    depth: int


class _Builder:
    """Takes events one by one; counts what an expansion of all aliases would hold."""

    def __init__(self, text: str, offset: int) -> None:
        self.text = text
        self.offset = offset
        self.root: Node | None = None
        self.stack: list[_Open] = []
        self.anchors: dict[str, _Sized] = {}
        self.nodes = 0
        self.aliases = 0

    def take(self, event: Any) -> None:  # noqa: ANN401 # yaml types its events loosely
        """Use one event."""
        handle = self.HANDLERS.get(type(event))
        if handle is not None:
            start = self.offset + event.start_mark.index
            handle(self, event, start, self.offset + event.end_mark.index)

    def document(self, event: Any, start: int, end: int) -> None:  # noqa: ANN401 # as above
        """A document starts; there may be one."""
        del event
        if self.root is not None:
            raise _Refused(SyntaxProblem("a second YAML document begins here", start, end))

    def scalar(self, event: Any, start: int, end: int) -> None:  # noqa: ANN401 # as above
        """A scalar; its end is where its text ends, without the blank lines after it."""
        if self.text[end - 1 : end].isspace():
            end = start + len(self.text[start:end].rstrip())
        if len(event.value) > MAX_SCALAR:
            self.refuse(f"a value is over {MAX_SCALAR:,} characters", start, end)
        self.count(start, end)
        plain = event.style is None or event.style == ""
        kind, value = plain_value(event.value, event.tag) if plain else ("string", event.value)
        self.add(Node(kind, start, end, value, plain=plain), event.anchor)

    def begin(self, event: Any, start: int, end: int) -> None:  # noqa: ANN401 # as above
        """A list or mapping begins."""
        self.count(start, end)
        if len(self.stack) >= MAX_DEPTH:
            self.refuse(f"nested more than {MAX_DEPTH} levels deep", start, end)
        kind = "mapping" if isinstance(event, yaml.MappingStartEvent) else "list"
        self.stack.append(_Open(kind, start, bool(event.flow_style), event.anchor))

    def finish(self, event: Any, start: int, end: int) -> None:  # noqa: ANN401 # as above
        """Finish the innermost collection; one without brackets ends where its last value does."""
        del event
        done = self.stack.pop()
        if not done.flow:
            last = [e.value.end for e in done.entries[-1:]] + [i.end for i in done.items[-1:]]
            end = max(done.start, *last) if last else start
        entries, items = tuple(done.entries), tuple(done.items)
        node = Node(done.kind, done.start, end, entries=entries, items=items)
        self.add(node, done.anchor, done.size, done.depth)

    def alias(self, event: Any, start: int, end: int) -> None:  # noqa: ANN401 # as above
        """Put the anchored value here, counting all of it again."""
        self.aliases += 1
        if self.aliases > MAX_ALIASES:
            self.refuse(f"more than {MAX_ALIASES} aliases", start, end)
        if event.anchor not in self.anchors:
            message = f"the alias *{event.anchor} has no finished anchor before it"
            raise _Refused(SyntaxProblem(message, start, end))
        target = self.anchors[event.anchor]
        if len(self.stack) + target.depth > MAX_DEPTH:
            self.refuse(f"aliases nest more than {MAX_DEPTH} levels deep", start, end)
        node = replace(target.node, start=start, end=end)
        self.add(node, None, target.size, target.depth)

    def add(self, node: Node, anchor: str | None, size: int = 1, depth: int = 0) -> None:
        """Give a finished value to the collection around it."""
        if anchor is not None:
            self.anchors[anchor] = _Sized(node, size, depth)
        if not self.stack:
            self.root = node
            return
        parent = self.stack[-1]
        parent.size += size
        parent.depth = max(parent.depth, depth + 1)
        if parent.size > MAX_EXPANDED:
            message = f"aliases expand to over {MAX_EXPANDED:,} values"
            self.refuse(message, node.start, node.end)
        if parent.kind == "list":
            parent.items.append(node)
        elif parent.key is None:
            parent.key = node
        else:
            key, parent.key = parent.key, None
            parent.entries.append(Entry(self.key_text(key), key.start, key.end, node))

    def key_text(self, key: Node) -> str:
        """A key as text: the value of a quoted one, else as it is written."""
        return str(key.value) if key.kind == "string" else self.text[key.start : key.end]

    def count(self, start: int, end: int) -> None:
        """Count a value that is written down."""
        self.nodes += 1
        if self.nodes > MAX_NODES:
            self.refuse(f"more than {MAX_NODES:,} values", start, end)

    def refuse(self, message: str, start: int, end: int) -> NoReturn:
        """Stop at a limit; the place is the outermost key under which it was reached."""
        key = self.stack[0].key if self.stack else None
        if key is not None:
            start, end = key.start, key.end
        raise _Refused(SyntaxProblem(message, start, end, "limit"))

    HANDLERS: ClassVar[dict[type, Callable[..., None]]] = {
        yaml.DocumentStartEvent: document,
        yaml.ScalarEvent: scalar,
        yaml.MappingStartEvent: begin,
        yaml.SequenceStartEvent: begin,
        yaml.MappingEndEvent: finish,
        yaml.SequenceEndEvent: finish,
        yaml.AliasEvent: alias,
    }
