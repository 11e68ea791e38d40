"""The errors of both YAML parsers (with and without libyaml) in one set of words."""

from typing import NamedTuple

import yaml

from skillctl.source.tree import SyntaxProblem


class _Row(NamedTuple):
    """If `part` is in the parser's context or problem: our words; `at_context` moves the place."""

    part: str
    words: str
    at_context: bool = False


_QUOTE_OPEN = "the quote that opens here is never closed"
_NO_DIRECTIVE = "this is no directive that YAML knows"
_NO_TAG = "this is no tag that YAML knows"
_ROWS = (
    _Row("unexpected end of stream", _QUOTE_OPEN, at_context=True),
    _Row("unexpected document", _QUOTE_OPEN, at_context=True),
    _Row("expected '<document start>'", "the YAML goes on after its end"),
    _Row("expected <document start>", "the YAML goes on after its end"),
    _Row("mapping values are not allowed", "a colon cannot start a value here"),
    _Row("cannot start any token", "no value can begin with this character"),
    _Row("sequence entries are not allowed", "a list item cannot stand here"),
    _Row("mapping keys are not allowed", "a key marked by ? cannot stand here"),
    _Row("scanning a simple key", "a key without a colon, or text without indent", at_context=True),
    _Row("parsing a flow sequence", "the list lacks a comma or its closing ]"),
    _Row("parsing a flow mapping", "the mapping lacks a comma or its closing }"),
    _Row("node content", "a value was expected here"),
    _Row("unexpected ':'", "a colon with no blank after it cannot stand before this sign"),
    _Row("unknown escape", "unknown escape after a backslash"),
    _Row("duplicate tag handle", _NO_DIRECTIVE, at_context=True),
    _Row("a tag", _NO_TAG, at_context=True),
    _Row("tag handle", _NO_TAG, at_context=True),
    _Row("invalid Unicode", "an escape in the quotes names no character", at_context=True),
    _Row("hexadecimal", "an escape lacks its hexadecimal digits"),
    _Row("hexdecimal", "an escape lacks its hexadecimal digits"),
    _Row("scanning an alias", "no name follows the *", at_context=True),
    _Row("scanning an anchor", "no name follows the &", at_context=True),
    _Row("scanning a block scalar", "nothing but a comment may follow | or >"),
    _Row("incompatible YAML document", _NO_DIRECTIVE),
    _Row("directive", _NO_DIRECTIVE, at_context=True),
    _Row("parsing a block mapping", "a key was expected here"),
    _Row("parsing a block collection", "a list item was expected here"),
)


def explain(error: yaml.MarkedYAMLError, text: str) -> SyntaxProblem:
    """Say what a parser refused, and where: a range of one character inside the text."""
    parser_words = f"{error.context or ''}: {error.problem or 'not YAML'}"
    row = next((row for row in _ROWS if row.part in parser_words), None)
    mark = error.problem_mark
    if row and row.at_context and error.context_mark:
        mark = error.context_mark
    words = row.words if row else parser_words.removeprefix(": ")
    at = min(mark.index if mark else 0, max(0, len(text) - 1))
    if row and row.words.startswith("unknown escape"):
        at -= text[at] != "\\"
    if at < len(text) and text[at] == "\t":
        words = "a tab cannot be used for indentation"
    return SyntaxProblem(words, at, min(at + 1, len(text)))
