"""What stands nearest to a wanted text that is not there: evidence for a reader."""

from typing import NamedTuple

WINDOW = 80
LONGEST_SEARCH = 256


LEAST_PIECE = 4


class Nearest(NamedTuple):
    """At most 80 bytes around the best partial match: where they begin, and their text.

    `more` tells whether something stands before them, and after them; `near` is False where there
    is more and no piece worth a look stands in all of it.
    """

    offset: int
    text: str
    more: tuple[bool, bool] = (False, False)
    near: bool = True

    @property
    def told(self) -> str:
        """The place and the text, with `…` for what is left out."""
        if not self.near:
            return "nothing in it is near"
        before, after = ("…" if more else "" for more in self.more)
        return f"nearest at byte {self.offset}:\n{before}{self.text}{after}"


def nearest(data: bytes, wanted: bytes) -> Nearest:
    """The 80 bytes around the longest piece of the first 256 wanted bytes that the data holds."""
    wanted = wanted[:LONGEST_SEARCH]
    at, length = _longest_piece(data, wanted)
    near = length >= max(LEAST_PIECE, len(wanted) // 4) or len(data) <= WINDOW
    return around(data, at, length)._replace(near=near)


def around(data: bytes, at: int, length: int) -> Nearest:
    """The 80 bytes around a place, with no character cut in two."""
    begin = max(0, min(at - (WINDOW - length) // 2, len(data) - WINDOW))
    end = min(len(data), begin + WINDOW)
    while begin < end and _inside_character(data[begin]):
        begin += 1
    while end < len(data) and end > begin and _inside_character(data[end]):
        end -= 1
    more = (begin > 0, end < len(data))
    return Nearest(begin, data[begin:end].decode("utf-8", "replace"), more)


def _longest_piece(data: bytes, wanted: bytes) -> tuple[int, int]:
    """Where the longest common piece stands in the data, and its length.

    If a piece of some length is there, so is one of every smaller length: the length is halved in.
    """
    best, low, high = (0, 0), 0, len(wanted)
    while low < high:
        length = (low + high + 1) // 2
        starts = range(len(wanted) - length + 1)
        at = next((p for s in starts if (p := data.find(wanted[s : s + length])) >= 0), -1)
        if at < 0:
            high = length - 1
        else:
            best, low = (at, length), length
    return best


def _inside_character(byte: int) -> bool:
    """Whether a byte continues a UTF-8 character."""
    return byte & 0xC0 == 0x80  # noqa: PLR2004 # the mark of a continuation byte
