"""A tree from the events of a YAML parser, with the place of every key and value, within limits.

Nothing recursive runs, and a breach of a limit (lint.md section 5) stops at once. No tag is
executed, no merge key applied, no alias copied.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NamedTuple, NoReturn

import yaml

from skillctl.source.tree import ALIAS_LIMIT, Entry, Node, Property, SyntaxProblem
from skillctl.source.yaml_scalars import plain_value

MAX_DEPTH = 64
MAX_NODES = 10_000
MAX_ALIASES = 100
MAX_EXPANDED = 100_000
MAX_SCALAR = 65_536
TOO_MANY = f"more than {MAX_NODES:,} values"

_PROPERTY = re.compile(r"(?:!<[^>\s]*>|[&!][^\s,\[\]{}]*)")
_BETWEEN = re.compile(r"(?:\s|(?<=\s)#[^\r\n]*)*")


class Refused(Exception):
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
    properties: tuple[Property, ...] = ()
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


class TreeBuilder:
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
            raise Refused(SyntaxProblem("a second YAML document begins here", start, end))

    def scalar(self, event: Any, start: int, end: int) -> None:  # noqa: ANN401 # as above
        """A scalar; its end is where its text ends, without the blank lines after it."""
        if self.text[end - 1 : end].isspace():
            end = start + len(self.text[start:end].rstrip())
        if len(event.value) > MAX_SCALAR:
            self.refuse(f"a value is over {MAX_SCALAR:,} characters", start, end)
        self.count(start, end)
        plain = event.style is None or event.style == ""
        kind, value = plain_value(event.value, event.tag) if plain else ("string", event.value)
        properties = self.properties(event, start)
        self.add(Node(kind, start, end, value, plain=plain, properties=properties), event.anchor)

    def begin(self, event: Any, start: int, end: int) -> None:  # noqa: ANN401 # as above
        """A list or mapping begins."""
        self.count(start, end)
        if len(self.stack) >= MAX_DEPTH:
            self.refuse(f"nested more than {MAX_DEPTH} levels deep", start, end)
        kind = "mapping" if isinstance(event, yaml.MappingStartEvent) else "list"
        flow, properties = bool(event.flow_style), self.properties(event, start)
        self.stack.append(_Open(kind, start, flow, event.anchor, properties))

    def finish(self, event: Any, start: int, end: int) -> None:  # noqa: ANN401 # as above
        """Finish the innermost collection; one without brackets ends where its last value does."""
        del event
        done = self.stack.pop()
        if not done.flow:
            last = [e.value.end for e in done.entries[-1:]] + [i.end for i in done.items[-1:]]
            end = max(done.start, *last) if last else start
        entries, items = tuple(done.entries), tuple(done.items)
        node = Node(done.kind, done.start, end, None, entries, items, properties=done.properties)
        self.add(node, done.anchor, done.size, done.depth)

    def alias(self, event: Any, start: int, end: int) -> None:  # noqa: ANN401 # as above
        """Put the anchored value here, counting all of it again."""
        self.aliases += 1
        if self.aliases > MAX_ALIASES:
            self.refuse(f"more than {MAX_ALIASES} aliases", start, end, ALIAS_LIMIT)
        if event.anchor not in self.anchors:
            message = f"the alias *{event.anchor} has no finished anchor before it"
            raise Refused(SyntaxProblem(message, start, end))
        target = self.anchors[event.anchor]
        if len(self.stack) + target.depth > MAX_DEPTH:
            message = f"aliases nest more than {MAX_DEPTH} levels deep"
            self.refuse(message, start, end, ALIAS_LIMIT)
        alias = Property("alias", event.anchor, start, end)
        node = replace(target.node, start=start, end=end, properties=(alias,))
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
            self.refuse(message, node.start, node.end, ALIAS_LIMIT)
        if parent.kind == "list":
            parent.items.append(node)
        elif parent.key is None:
            parent.key = node
        else:
            key, parent.key = parent.key, None
            marks = key.properties
            if key.plain and key.value == "<<":
                marks = (*marks, Property("merge", "<<", key.start, key.end))
            meant = str(key.value) if key.kind in ("number", "boolean", "null", "date") else ""
            text = self.key_text(key)
            entry = Entry(text, key.start, key.end, node, marks, meant, key.kind)
            parent.entries.append(entry)

    def key_text(self, key: Node) -> str:
        """A key as text: the value of a quoted one, else as it is written."""
        return str(key.value) if key.kind == "string" else self.text[key.start : key.end]

    def count(self, start: int, end: int) -> None:
        """Count a value that is written down."""
        self.nodes += 1
        if self.nodes > MAX_NODES:
            self.refuse(TOO_MANY, start, end)

    def properties(self, event: Any, at: int) -> tuple[Property, ...]:  # noqa: ANN401 # as above
        """The anchor and the tag before a value that begins at an index."""
        found: list[Property] = []
        left = (event.anchor is not None) + (event.tag is not None)
        while len(found) < left and (match := _PROPERTY.match(self.text, at)):
            is_tag = match.group()[0] == "!"
            kind, text = ("tag", event.tag) if is_tag else ("anchor", event.anchor)
            found.append(Property(kind, text, match.start(), match.end()))
            between = _BETWEEN.match(self.text, match.end())
            at = between.end() if between else match.end()
        return tuple(found)

    def refuse(self, message: str, start: int, end: int, kind: str = "limit") -> NoReturn:
        """Stop at a limit; the place is the outermost key under which it was reached."""
        key = self.stack[0].key if self.stack else None
        if key is not None:
            start, end = key.start, key.end
        raise Refused(SyntaxProblem(message, start, end, kind))

    HANDLERS: ClassVar[dict[type, Callable[..., None]]] = {
        yaml.DocumentStartEvent: document,
        yaml.ScalarEvent: scalar,
        yaml.MappingStartEvent: begin,
        yaml.SequenceStartEvent: begin,
        yaml.MappingEndEvent: finish,
        yaml.SequenceEndEvent: finish,
        yaml.AliasEvent: alias,
    }
