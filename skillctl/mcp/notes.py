"""What is odd about a server but does not stop it: kinds, counts, and the words for them."""

from collections import Counter
from dataclasses import dataclass

from skillctl.policy.text import row, visible

STRAY_KEPT = 50
STRAY_CHARACTERS = 120
RAW_CHARACTERS = 200


@dataclass(frozen=True, slots=True)
class Note:
    """One odd thing: a kind of `WORDS`, and the foreign text it is about.

    A kind that is not in the table is itself the words, told once.
    """

    kind: str
    detail: str = ""


STRAY = "stray"
# kind -> what is said once per server (mcp.md section 5.4)
WORDS = {
    "glued": "text before a message on the same line",
    "utf8": "bytes on stdout that are not UTF-8, read as U+FFFD",
    "bom": "a byte order mark before a message, dropped",
    "batch": "messages in a batch array, which the protocol no longer has",
    "id-type": "an answer whose id came back as another JSON type",
    "no-jsonrpc": 'a message without "jsonrpc"',
    "error-null": 'an answer with "error": null beside its result',
    "result-and-error": "an answer with both a result and an error, taken as an error",
    "surrogate": "a lone surrogate, read as U+FFFD",
    "number": "a number that is not finite, read as null",
    "doubled": "an envelope in which a key stands twice (the first id counts)",
    "odd-error": "an error that is no object with an integer code and a message",
    "unknown-id": "an answer to an id that was not asked, dropped",
    "second": "a second answer to one request, dropped",
    "late": "an answer after its time limit or cancellation, dropped",
    "unanswered": "a request that was not answered, since it does not read 1,000 messages",
    "request": "a request of the server, which this protocol does not have; not answered",
    "request-id": "a request of the server whose id is no number or short text; not answered",
    "content": "a result whose content is no list of blocks",
    "block": "a block of a type that the protocol does not have, in a result",
    "unreadable": "a message that cannot be read and that nothing waits for, dropped",
    "error-without-id": "an error that names no request",
}
RESTARTED = "had ended; started again"
# what no specification forbids, or what happens to a client that is in a hurry
HARMLESS = (*(WORDS[kind] for kind in ("late", "unanswered", "bom")), "had to be killed", RESTARTED)


class Notes:
    """Collects notes and says each kind once, with its count and its first text."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._first: dict[str, str] = {}
        self._stray: list[str] = []

    def add(self, note: Note) -> None:
        """Count one note."""
        self._counts[note.kind] += 1
        self._first.setdefault(note.kind, note.detail[:RAW_CHARACTERS])
        if note.kind == STRAY and len(self._stray) < STRAY_KEPT:
            self._stray.append(note.detail[:STRAY_CHARACTERS])

    def words(self) -> tuple[str, ...]:
        """One text per kind, in the order in which the kinds were first seen."""
        return tuple(
            self._stray_words() if kind == STRAY else self._one(kind) for kind in self._counts
        )

    def _one(self, kind: str) -> str:
        words, first, count = WORDS.get(kind, kind), self._first[kind], self._counts[kind]
        times = f" ({count} times)" if count > 1 and kind in WORDS else ""
        return f"{words}{times}: {row(first)}" if first else f"{words}{times}"

    def _stray_words(self) -> str:
        """Every stray line, each on a line of its own."""
        count = self._counts[STRAY]
        lines = "line on stdout is" if count == 1 else "lines on stdout are"
        shown = "".join(f"\n  {visible(line) or '(empty line)'}" for line in self._stray)
        more = f"\n  (and {count - len(self._stray)} more)" if count > len(self._stray) else ""
        return f"{count} {lines} not JSON-RPC:{shown}{more}"
