"""How far two request bodies are the same, and in which part they come apart (agent.md section 3).

Providers charge less for a beginning that they have seen, so the first other byte is what counts.
"""

import re
from dataclasses import dataclass
from itertools import pairwise

from skillctl.agent.assembly import Assembly
from skillctl.agent.provenance import FRAME, JOINER, Origin, Span
from skillctl.policy.text import row
from skillctl.tokens import count, shown

_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[{}\[\],]')
_TOP = 1
_CLOSING = b'"]}'


@dataclass(frozen=True, slots=True, kw_only=True)
class Prefix:
    """What our body has in common with another one: `size` bytes.

    `place` names the part of ours where they come apart, and is empty if they are equal.
    """

    size: int
    place: str = ""


def first_difference(ours: bytes, theirs: bytes) -> int | None:
    """The offset of the first other byte; the end of the shorter one; None if they are equal."""
    if ours == theirs:
        return None
    shorter = min(len(ours), len(theirs))
    low, high = 0, shorter
    while low < high:  # halving, since bytes compare fast
        middle = (low + high + 1) // 2
        low, high = (middle, high) if ours[:middle] == theirs[:middle] else (low, middle - 1)
    return low


def shared_prefix(ours: Assembly, theirs: bytes) -> Prefix:
    """Compare our request with the bytes of another one."""
    at = first_difference(ours.body, theirs)
    if at is None:
        return Prefix(size=len(ours.body))
    return Prefix(size=at, place=place_at(ours.body, ours.spans(), at))


def prefix_line(ours: Assembly, prefix: Prefix, method: str) -> str:
    """The prefix in bytes and tokens of our body, and where it ends."""
    head = ours.body[: prefix.size].decode(errors="ignore")
    tokens, whole = (shown(count(t, method), method) for t in (head, ours.body.decode()))
    end = f"breaks {prefix.place}" if prefix.place else "equal"
    return f"prefix {prefix.size:,} of {len(ours.body):,} bytes, {tokens} of {whole} tokens; {end}"


def place_at(body: bytes, spans: tuple[Span, ...], at: int) -> str:
    """In which part an offset lies, or after which one, in words.

    What stands between parts belongs to the one that begins there, or to the key of the body.
    """
    index = next((i for i, span in enumerate(spans) if at < span.end), len(spans) - 1)
    if not _is_between(spans[index].origin):
        return f"in {named(spans[index].origin)}"
    key = _key_at(body, at)
    before = spans[index - 1] if index else spans[index]
    ends = at == len(body) or body[at] in _CLOSING
    if ends and not _is_between(before.origin) and _key_at(body, before.start) == key:
        return f"after {named(before.origin)}"
    later = next((span for span in spans[index:] if not _is_between(span.origin)), None)
    if later and _key_at(body, later.start) == key:
        return f"in {named(later.origin)}"
    return f"in frame: {key}" if key else "in frame"


def named(origin: Origin) -> str:
    """A part and what of it is meant: a tool by its source, a skill by its name, a file by line."""
    part = origin.part.partition(":")[0]
    what = origin.item
    if part == "tools" and origin.source != "builtin":
        what = origin.source
    elif part == "instructions" and origin.line is not None:
        what = origin.place
    return f"{part}: {row(what)}" if what else part


def _is_between(origin: Origin) -> bool:
    return origin in (FRAME, JOINER)


def _key_at(body: bytes, at: int) -> str:
    """The key of the body's object that an offset belongs to."""
    depth, key = 0, b""
    for before, token in pairwise(_TOKEN.finditer(body)):
        depth += (before[0] in b"{[") - (before[0] in b"}]")
        if token.start() > at:
            break
        if depth == _TOP and before[0] in b"{," and token[0].startswith(b'"'):
            key = token[0]
    return key[1:-1].decode()
