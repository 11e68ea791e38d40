"""A YAML slice of a file as a tree with the place of every key and value.

With libyaml or without, the answer is the same.
"""

import re
from typing import Any

import yaml

from skillctl.source.file import SourceFile
from skillctl.source.tree import Node, SyntaxProblem
from skillctl.source.yaml_tree import (
    MAX_ALIASES,
    MAX_DEPTH,
    MAX_NODES,
    TOO_MANY,
    Refused,
    TreeBuilder,
)
from skillctl.source.yaml_words import explain

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]")
_NO_CHARACTERS = ("\ufeff", "\ufffe", "\uffff")
_BLANK_LINE = re.compile(r"(?<![^\r\n])[ \t]+(?=[\r\n]|\Z)")
_BLANKS = " \t\r\n"
_STARTS = frozenset({yaml.MappingStartEvent, yaml.SequenceStartEvent})
_ENDS = frozenset({yaml.MappingEndEvent, yaml.SequenceEndEvent})
_NODES = _STARTS | {yaml.ScalarEvent, yaml.AliasEvent}


def choose_loader(*, with_libyaml: bool) -> Any:  # noqa: ANN401 # yaml has no type for its loaders
    """The class that parses: libyaml's, or PyYAML's own made to read the same."""
    if with_libyaml:
        return yaml.CLoader
    from skillctl.source.yaml_pure import PureLoader  # noqa: PLC0415 # rarely needed

    return PureLoader


LOADER: Any = choose_loader(with_libyaml=yaml.__with_libyaml__)


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
        kind = "character" if text[bad] in _NO_CHARACTERS else "control"
        return None, (SyntaxProblem(message, start + bad, start + bad + 1, kind),)
    try:
        return _tree(source, start, text) or Node("null", start, start, plain=True), ()
    except yaml.MarkedYAMLError as error:
        found = explain(error, text)
        problem = found._replace(start=found.start + start, end=found.end + start)
    except Refused as refused:
        problem = refused.problem
    return None, (problem,)


def _tree(source: SourceFile, start: int, text: str) -> Node | None:
    """The tree of a text that begins at an index; blank lines are blank also with tabs in them."""
    try:
        return _build(source, start, text)
    except yaml.MarkedYAMLError as error:
        mended = _without_blank_tabs(text, error)
        if mended is None:
            raise
    return _build(source, start, mended)


def _build(source: SourceFile, start: int, text: str) -> Node | None:
    builder = TreeBuilder(source.text, start)
    if 2 * len(text) > MAX_NODES:  # no value takes less than half a character
        _count_nodes(start, text)
    for event in yaml.parse(text, Loader=LOADER):
        builder.take(event)
    return builder.root


def _count_nodes(start: int, text: str) -> None:
    """Refuse a text with too many values before any tree is built (under 10 ms for 64 KiB).

    Other limits are the builder's, who reaches them sooner: there the count ends, too.
    """
    loader = LOADER(text)
    nodes = depth = aliases = 0
    key, at_key = None, False
    while nodes <= MAX_NODES and depth <= MAX_DEPTH and aliases <= MAX_ALIASES:
        event = loader.get_event()
        kind = type(event)
        if kind is yaml.StreamEndEvent:
            return
        if kind in _NODES:
            nodes += kind is not yaml.AliasEvent
            aliases += kind is yaml.AliasEvent
            if depth == 1:
                at_key = not at_key
                key = event if at_key else key
            depth += kind in _STARTS
        else:
            depth -= kind in _ENDS
    if nodes > MAX_NODES:
        place = key or event
        first, last = place.start_mark.index, place.end_mark.index
        raise Refused(SyntaxProblem(TOO_MANY, start + first, start + last, "limit"))


def _without_blank_tabs(text: str, error: yaml.MarkedYAMLError) -> str | None:
    """The text without tabs in blank lines, from the one that libyaml refuses; None if YAML does.

    To YAML 1.2 a line of blanks ends a plain value as an empty one does; in a block scalar it may
    only stand behind everything else, since there a tab is text that lacks its indentation.
    """
    if not error.problem_mark or "tab character" not in (error.problem or ""):
        return None
    at = error.problem_mark.index
    if "block scalar" in (error.context or ""):
        return None if text[at:].strip(_BLANKS) else text[:at]
    mended = _BLANK_LINE.sub(lambda match: " " * len(match.group()), text[at:])
    return text[:at] + mended if _BLANK_LINE.match(text[at:]) else None


def _forbidden(text: str) -> int | None:
    """Where the first character stands that no YAML may hold.

    Three searches, since one pattern with characters beyond Latin-1 takes milliseconds to compile.
    """
    control = _CONTROL.search(text)
    places = [text.find(character) for character in _NO_CHARACTERS]
    found = [place for place in (control.start() if control else -1, *places) if place >= 0]
    return min(found, default=None)
