"""Whether a fake answers as the server of a recording did."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from skillctl.fakes.recorder.model import Recording

SHOWN = 120


def differences(first: Recording, again: Recording) -> Iterator[str]:
    """Where the second recording differs: version, tools in their order, answers to calls."""
    if first.protocol != again.protocol:
        yield f"the protocol is {again.protocol}, not {first.protocol}"
    one, other = first.tools, again.tools
    if len(one) != len(other):
        yield f"it lists {len(other)} tools, not {len(one)}"
    for index, (left, right) in enumerate(zip(one, other, strict=False)):
        if _written(left) != _written(right):
            yield f"/tools/{index} is {_shown(right)}, not {_shown(left)}"
    for number, (made, remade) in enumerate(zip(first.calls, again.calls, strict=True), 1):
        before, after = _said(made.answer), _said(remade.answer)
        if _written(before, sort=True) != _written(after, sort=True):
            yield f"call {number} ({made.tool}) gets {_shown(after)}, not {_shown(before)}"


def _said(answer: Mapping[str, Any]) -> Mapping[str, Any]:
    return {key: answer[key] for key in ("result", "error") if key in answer}


def _written(value: object, *, sort: bool = False) -> str:
    return json.dumps(value, sort_keys=sort)


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
