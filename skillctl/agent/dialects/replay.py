"""What the model and its tools said before, as it goes back to the model (agent.md section 2)."""

import json
from collections.abc import Iterator, Sequence
from typing import NoReturn

from skillctl.agent.dialects.model import REPLY, Body
from skillctl.agent.messages import AssistantMessage, ToolCall, ToolMessage
from skillctl.agent.provenance import Origin, Owned, Piece, Traced
from skillctl.agent.strict_json import parse_strict

NO_ARGUMENTS = "{}"


def arguments_text(call: ToolCall) -> str:
    """The arguments of a call as the model wrote them; `{}` if they are no JSON."""
    return call.arguments if is_json(call.arguments) else NO_ARGUMENTS


def arguments_value(call: ToolCall) -> dict[str, object]:
    """The arguments of a call as an object in the order of its keys; empty if they are none."""
    try:
        value = parse_strict(call.arguments)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def is_json(text: str) -> bool:
    """Whether a text is strict JSON (no NaN, no infinity)."""
    try:
        json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return False
    return True


def result_text(message: ToolMessage, origin: Origin) -> Traced:
    """The text of a result, behind `Error: ` if it is one; for dialects without another mark."""
    mark = (Piece("Error: ", Origin("result")),) if message.is_error else ()
    return Traced((*mark, Piece(message.text, origin)))


def with_opaque(
    message: AssistantMessage, text: Body | None, calls: Sequence[Body], dialect: str
) -> Iterator[object]:
    """The text and the calls of a reply, and between them what only its provider understands.

    Nothing that came in another dialect is sent. Opaque items of the kind of the text hold it with
    more than we know (a phase, citations): it is not said twice.
    """
    opaque = [one for one in message.opaque if one.dialect == dialect]
    if text and text["type"] in [one.item.get("type") for one in opaque]:
        text = None
    for place, item in enumerate((text, *calls)):
        yield from (Owned(one.item, REPLY) for one in opaque if one.place == place)
        if item is not None:
            yield item
    yield from (Owned(one.item, REPLY) for one in opaque if one.place > len(calls))


def _refuse_constant(word: str) -> NoReturn:
    raise ValueError(word)
