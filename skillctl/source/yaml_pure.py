"""PyYAML's own scanner where it reads otherwise than libyaml, brought to what libyaml reads.

Used where PyYAML was built without libyaml, so that a verdict does not depend on the machine
(lint.md section 5). What differs: tabs between tokens, the tab in an indentation, `?` and `:` in
flow collections, tags, and escapes that name no character.
"""

from string import ascii_letters, digits
from typing import NoReturn

from yaml.error import Mark
from yaml.parser import Parser, ParserError
from yaml.reader import Reader
from yaml.scanner import Scanner, ScannerError
from yaml.tokens import DirectiveToken, ScalarToken, TagToken

_BREAKS = "\r\n\x85\u2028\u2029"
_ENDS = "\0" + _BREAKS
_BLANK_OR_END = " \t" + _ENDS
_SURROGATES = range(0xD800, 0xE000)
_MINORS = (1, 2)
_WORD = frozenset("-_" + ascii_letters + digits)
_URI = _WORD | frozenset(";/?:@&=+$.!~*'()%")
TAB_IN_BLOCK = "found a tab character where an indentation space is expected"
TAB_IN_PLAIN = "found a tab character that violates indentation"


class PureLoader(Reader, Scanner, Parser):
    """Gives the events of a text without libyaml."""

    def __init__(self, text: str) -> None:
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)

    def scan_to_next_token(self) -> None:
        """Skip blanks, comments and line breaks; a tab is a blank where no key may begin."""
        while True:
            while self.peek() == " " or (self.peek() == "\t" and self._tab_is_blank()):
                self.forward()
            if self.peek() == "#":
                self._skip_line()
            if not self._line_break():
                return
            if not self.flow_level:
                self.allow_simple_key = True

    def _tab_is_blank(self) -> bool:
        return bool(self.flow_level) or not self.allow_simple_key

    def _skip_line(self) -> None:
        while self.peek() not in _ENDS:
            self.forward()

    def _refuse(self, what: str, start: Mark | None, problem: str) -> NoReturn:
        raise ScannerError(f"while scanning {what}", start, problem, self.get_mark())

    def scan_directive(self) -> DirectiveToken:
        """Read a directive; there are two, and YAML 1.1 and 1.2."""
        token = super().scan_directive()
        if token.name not in ("YAML", "TAG"):
            self._refuse("a directive", token.start_mark, "found unknown directive name")
        if token.name == "YAML" and token.value[1] not in _MINORS:
            raise ParserError(None, None, "found incompatible YAML document", token.start_mark)
        return token

    def scan_tag(self) -> TagToken:
        """Read a tag; a comma ends it in a flow collection, as a blank does."""
        start = self.get_mark()
        handle: str | None = "!"
        if self.peek(1) == "<":
            self.forward(2)
            handle, suffix = None, self.scan_tag_uri("tag", start)
            if self.peek() != ">":
                self._refuse("a tag", start, "did not find the expected '>'")
            self.forward()
        else:
            handle, suffix = self._short_tag(start)
        if self.peek() not in _BLANK_OR_END and not (self.flow_level and self.peek() == ","):
            self._refuse("a tag", start, "did not find expected whitespace or line break")
        return TagToken((handle, suffix), start, self.get_mark())

    def _short_tag(self, start: Mark) -> tuple[str | None, str]:
        """A tag as `!suffix`, `!handle!suffix`, or `!` alone."""
        length = 1
        while self.peek(length) in _WORD:
            length += 1
        if self.peek(length) == "!":
            handle = self.prefix(length + 1)
            self.forward(length + 1)
            return handle, self._short_uri(start)
        self.forward()
        return ("!", self._short_uri(start)) if self.peek() in _URI else (None, "!")

    def _short_uri(self, start: Mark) -> str:
        """The suffix of a tag; unlike in `!<...>` no comma or bracket is part of it."""
        chunks: list[str] = []
        while self.peek() in _URI:
            if self.peek() == "%":
                chunks.append(self.scan_uri_escapes("tag", start))
            else:
                chunks.append(self.peek())
                self.forward()
        if not chunks:
            self._refuse("a tag", start, "did not find expected tag URI")
        return "".join(chunks)

    def scan_block_scalar_indicators(self, start_mark: Mark) -> tuple[bool | None, int | None]:
        """Read `+` or `-` and a digit, in either order; what follows is looked at later."""
        chomping: bool | None = None
        increment: int | None = None
        while True:
            character = self.peek()
            if chomping is None and character in "+-":
                chomping = character == "+"
            elif increment is None and character in "0123456789":
                increment = int(character)
            else:
                return chomping, increment
            if increment == 0:
                self._refuse("a block scalar", start_mark, "found an indentation indicator of 0")
            self.forward()

    def scan_block_scalar_ignored_line(self, start_mark: Mark) -> None:
        """Skip blanks and a comment after `|` or `>`."""
        while self.peek() in " \t":
            self.forward()
        super().scan_block_scalar_ignored_line(start_mark)

    def scan_block_scalar_indentation(self) -> tuple[list[str], int, Mark]:
        """Skip blank lines before the first line of a block scalar; no tab indents it."""
        found = super().scan_block_scalar_indentation()
        if self.peek() == "\t":
            self._refuse("a block scalar", None, TAB_IN_BLOCK)
        return found

    def scan_block_scalar_breaks(self, indent: int) -> tuple[list[str], Mark]:
        """Skip blank lines inside a block scalar; no tab indents the next."""
        found = super().scan_block_scalar_breaks(indent)
        if self.column < indent and self.peek() == "\t":
            self._refuse("a block scalar", None, TAB_IN_BLOCK)
        return found

    def scan_flow_scalar_non_spaces(self, double: bool, start_mark: Mark) -> list[str]:  # noqa: FBT001 # the parent's form
        """Read a piece of a quoted scalar; every escape in it names a character."""
        try:
            chunks: list[str] = super().scan_flow_scalar_non_spaces(double, start_mark)
        except ValueError:  # over U+10FFFF
            chunks = [chr(_SURROGATES.start)]
        if any(ord(chunk) in _SURROGATES for chunk in chunks if len(chunk) == 1):
            self._refuse("a quoted scalar", start_mark, "found invalid Unicode character")
        return chunks

    def scan_plain(self) -> ScalarToken:
        """Read a plain scalar; in a flow collection `?` is part of it."""
        start = end = self.get_mark()
        indent = self.indent + 1
        chunks: list[str] = []
        blanks: list[str] | None = []
        while self.peek() != "#":
            length = self._plain_length(start)
            if not length:
                break
            self.allow_simple_key = False
            chunks += (*(blanks or ()), self.prefix(length))
            self.forward(length)
            end = self.get_mark()
            blanks = self.scan_plain_spaces(indent, start)
            if not blanks or (not self.flow_level and self.column < indent):
                break
        return ScalarToken("".join(chunks), True, start, end)  # noqa: FBT003 # yaml's own form

    def _plain_length(self, start: Mark) -> int:
        """How far the next word of a plain scalar goes."""
        length = 0
        while (character := self.peek(length)) not in _BLANK_OR_END:
            if self.flow_level and character in ",[]{}":
                break
            if character == ":":
                after = self.peek(length + 1)
                if self.flow_level and after in ",?[]{}":
                    self.forward(length)
                    self._refuse("a plain scalar", start, "found unexpected ':'")
                if after in _BLANK_OR_END:
                    break
            length += 1
        return length

    def scan_plain_spaces(self, indent: int, start_mark: Mark) -> list[str] | None:
        """Skip blanks in a plain scalar; none if the document ends here."""
        length = 0
        while self.peek(length) in " \t":
            length += 1
        blanks = self.prefix(length)
        self.forward(length)
        if self.peek() not in _BREAKS:
            return [blanks] if blanks else []
        first = self._line_break()
        self.allow_simple_key = True
        breaks: list[str] = []
        while not self._at_document_marker() and self.peek() in " \t" + _BREAKS:
            if self.peek() == "\t" and self.column < indent:
                self._refuse("a plain scalar", start_mark, TAB_IN_PLAIN)
            if self.peek() in " \t":
                self.forward()
            else:
                breaks.append(self._line_break())
        if self._at_document_marker():
            return None
        return ([] if first == "\n" and breaks else [" " if first == "\n" else first]) + breaks

    def _line_break(self) -> str:
        """Skip a line break, if there is one; what it is in a value."""
        return str(self.scan_line_break())  # type: ignore[no-untyped-call] # missing in the stubs

    def _at_document_marker(self) -> bool:
        return (
            self.column == 0 and self.prefix(3) in ("---", "...") and self.peek(3) in _BLANK_OR_END
        )
