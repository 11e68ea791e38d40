"""The replies of a fake that answer recorded calls as they were answered."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from skillctl.fakes.answers import call_result
from skillctl.fakes.recorder.model import Called
from skillctl.fakes.recorder.toml_value import is_toml, toml_text, toml_value
from skillctl.fakes.recorder.volatile import has_mark

ID = "{{id}}"


def reply_lines(calls: Sequence[Called], *, modern: bool) -> Iterator[str]:
    """The tables of replies to the calls of one tool.

    What was called with more arguments stands first, since a reply takes further ones, too. Where
    arguments say too little (the same ones got another answer, or TOML cannot hold them), each
    reply is that of a call by its number.
    """
    if _by_number(calls):
        for number, call in enumerate(calls, 1):
            yield from _reply(f"when_call = {number}", call, modern=modern)
        return
    for call in sorted(_each_once(calls), key=lambda call: -_size(call.arguments)):
        yield from _reply(f"when = {toml_value(call.arguments)}", call, modern=modern)


def raw_line(answer: Mapping[str, Any]) -> str:
    """An answer as one line for any id, written as a string of TOML; text like the mark is kept."""
    body = {key: answer[key] for key in ("result", "error") if key in answer}
    line = json.dumps(body, separators=(",", ":")).replace(ID, "\\u007b" + ID[1:])
    return toml_text(f'{{"jsonrpc":"2.0","id":{ID},{line[1:]}')


def _by_number(calls: Sequence[Called]) -> bool:
    """Whether the arguments do not tell which answer belongs to them."""
    answers: dict[str, str] = {}
    for call in calls:
        key, answer = _written(call.arguments), _written(call.answer)
        if not is_toml(call.arguments) or answers.setdefault(key, answer) != answer:
            return True
    return False


def _each_once(calls: Sequence[Called]) -> list[Called]:
    return list({_written(call.arguments): call for call in calls}.values())


def _written(value: object) -> str:
    return json.dumps(value, sort_keys=True)


def _size(value: object) -> int:
    """How many values a value holds."""
    if isinstance(value, Mapping):
        return sum(1 + _size(inner) for inner in value.values())
    return sum(1 + _size(inner) for inner in value) if isinstance(value, list) else 0


def _reply(match: str, call: Called, *, modern: bool) -> Iterator[str]:
    yield "[[tool.reply]]"
    yield match
    yield from _answer(call.answer, modern=modern)
    yield ""


def _answer(answer: Mapping[str, Any], *, modern: bool) -> Iterator[str]:
    """The keys of an answer: the simplest that give exactly this one, else the raw line."""
    error, result = answer.get("error"), answer.get("result")
    if not modern and "error" in answer and _is_plain_error(error):
        yield f"rpc_error = {toml_value(error)}"
        return
    found = None if modern or not isinstance(result, dict) else _simplest(result)
    if found is None:
        yield f"raw = {raw_line(answer)}"
        return
    yield from found


def _is_plain_error(error: object) -> bool:
    if not isinstance(error, dict) or not error.keys() <= {"code", "message", "data"}:
        return False
    code, message = error.get("code"), error.get("message")
    whole = isinstance(code, int) and not isinstance(code, bool)
    return whole and isinstance(message, str) and is_toml(error)


def _simplest(result: Mapping[str, Any]) -> list[str] | None:
    """The keys whose result is this one."""
    content = result.get("content")
    first = content[0]["text"] if isinstance(content, list) and _is_one_text(content) else None
    flag = result.get("isError") is True
    candidates = {
        "error": first,
        "text": first,
        "structured": result.get("structuredContent"),
        "content": content if isinstance(content, list) else None,
    }
    for key, value in candidates.items():
        if value is None or not is_toml(value):
            continue
        for marked in (False, True) if flag and key != "error" else (False,):
            if _same(call_result(key, value, marked), result):
                flags = {"is_error": marked, "template": has_mark(value)}
                more = [f"{name} = true" for name, wanted in flags.items() if wanted]
                return [f"{key} = {toml_value(value)}", *more]
    return None


def _is_one_text(content: Sequence[Any]) -> bool:
    only = content[0] if len(content) == 1 else None
    return isinstance(only, dict) and isinstance(only.get("text"), str)


def _same(one: object, other: object) -> bool:
    """Whether two values are written alike but for the order of keys."""
    return _written(one) == _written(other)
