"""What the texts of a definition hide, and what they order (FK104, FK105)."""

import re
from collections.abc import Collection, Iterator

from skillctl.definition.defects import HIDDEN_TEXT, ORDERS
from skillctl.definition.flaw import Flaw
from skillctl.policy.hidden import hidden
from skillctl.policy.orders import orders
from skillctl.source.tree import pointer

SHOWN_CHARACTERS = 4
SHOWN_WORDS = 160
DEEPEST = 256
_FOR_TERMINALS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)")
NO_PROSE = frozenset({"pattern", "$ref", "$id", "$schema", "format", "mimeType", "src"})


def text_flaws(value: object, own_tools: Collection[str], path: str = "") -> Iterator[Flaw]:
    """Flaws of every key and every text, at its place."""
    for text, at, is_key in _texts(value, path):
        yield from _hidden_in(text, at, "this key" if is_key else "this text")
        if at.rpartition("/")[2] not in NO_PROSE:
            yield from _ordered_in(text, at, own_tools)


def _texts(value: object, path: str, depth: int = 0) -> Iterator[tuple[str, str, bool]]:
    """All strings with their pointers, keys before what they hold."""
    if isinstance(value, str):
        yield value, path, False
    elif isinstance(value, dict) and depth < DEEPEST:
        for key, inner in value.items():
            at = path + pointer(key)
            yield key, at, True
            yield from _texts(inner, at, depth + 1)
    elif isinstance(value, list) and depth < DEEPEST:
        for number, inner in enumerate(value):
            yield from _texts(inner, path + pointer(number), depth + 1)


def _hidden_in(text: str, path: str, where: str) -> Iterator[Flaw]:
    for kind, found in (
        ("hidden", [one.character for one in hidden(text)]),
        ("control", _FOR_TERMINALS.findall(text)),
    ):
        if found:
            names = list(dict.fromkeys(f"U+{ord(character):04X}" for character in found))
            more = ", …" if len(names) > SHOWN_CHARACTERS else ""
            number = f"{len(found)} {kind} character{'' if len(found) == 1 else 's'}"
            listed = ", ".join(names[:SHOWN_CHARACTERS])
            spelled = _decoded(text) if kind == "hidden" else ""
            message = f"{number} in {where}: {listed}{more}{spelled}"
            yield Flaw(HIDDEN_TEXT, path, message, "take them out")


def _decoded(text: str) -> str:
    """What tag characters spell, as a model may read it."""
    tags = [chr(ord(c) - 0xE0000) for c in text if 0xE0020 <= ord(c) <= 0xE007E]  # noqa: PLR2004 # the printable tags
    return f'; they spell "{"".join(tags)[:SHOWN_WORDS]}"' if tags else ""


def _ordered_in(text: str, path: str, own_tools: Collection[str]) -> Iterator[Flaw]:
    for order in orders(text, own_tools):
        words = order.words if len(order.words) <= SHOWN_WORDS else f"{order.words[:SHOWN_WORDS]}…"
        advice = "say what the tool does, and leave it to the user and the model what they do"
        yield Flaw(ORDERS, path, f"tells the model {order.what}: {words}", advice)
