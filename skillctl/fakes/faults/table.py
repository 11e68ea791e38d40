"""The one table of effects: what each key of a fault does.

Effects compose in the order of this table, whatever their order in the file: the result, the
message around it, its JSON, its line, its time, what comes before it, the end. An answer that no
effect asks for is never worked out, so a fault beats replies and a call without one.
"""

from collections.abc import Iterable, Mapping

from skillctl.fakes.effects import Effect
from skillctl.fakes.faults import ends, envelopes, floods, lines, lists, results, texts
from skillctl.fakes.faults.change import Change, on_line, on_message
from skillctl.fakes.faults.ends import Beat
from skillctl.fakes.model import Fault
from skillctl.fakes.protocol import Message

OF_CALLS: Mapping[str, Change] = {
    "content": on_message(results.text_content),
    "no_content": on_message(results.no_content),
    "unknown_type": on_message(results.unknown_type),
    "image_bytes": on_message(results.image),
    "structured_mismatch": on_message(results.structured_mismatch),
}
OF_LISTS: Mapping[str, Change] = {
    "duplicate": on_message(lists.duplicate),
    "shuffle": on_message(lists.shuffle),
    "drop_page": on_message(lists.drop_page),
    "null_list": on_message(lists.null_list),
    "cursor": lists.cursor,
}
OF_ANSWERS: Mapping[str, Change] = {
    **OF_CALLS,
    **OF_LISTS,
    "no_result_type": on_message(envelopes.no_result_type),
    "error_code": on_message(envelopes.error_code),
    "error_text": on_message(envelopes.error_text),
    "error_null": on_message(envelopes.error_null),
    "result_and_error": on_message(envelopes.result_and_error),
    "no_jsonrpc": on_message(envelopes.no_jsonrpc),
    "id": on_message(envelopes.other_id),
    "nan": on_line(texts.not_a_number),
    "depth": on_line(texts.depth),
    "invalid_utf8": on_line(texts.invalid_utf8),
    "surrogate": on_line(texts.surrogate),
    "line_separators": on_line(texts.line_separators),
    "duplicate_keys": on_line(texts.duplicate_keys),
    "batch": on_line(texts.batch),
    "pretty": on_line(texts.pretty),
    "raw": on_line(lines.raw),
    "raw_hex": on_line(lines.raw_hex),
    "huge_bytes": on_line(lines.huge),
    "prefix": on_line(lines.prefix),
    "bom": on_line(lines.bom),
    "before": on_line(lines.before),
    "crlf": on_line(lines.crlf),
    "truncate": on_line(lines.truncate),
    "twice": on_line(envelopes.twice),
    "split_bytes": lines.split,
    "progress_only": ends.progress_only,
    "late": ends.late,
}
CHANGES: Mapping[str, Change] = {
    **OF_ANSWERS,
    "delay_ms": ends.delay,
    "no_reply": ends.no_reply,
    "hang": ends.hang,
    "stderr_bytes": floods.stderr_bytes,
    "notify": floods.notify,
    "unknown_notify": floods.unknown_notify,
    "request": floods.request,
    "stop_reading": ends.stop_reading,
    "close": ends.close,
    "exit": ends.end,
}


def apply(
    fault: Fault, effects: Iterable[Effect], cause: str, message: Message
) -> Iterable[Effect]:
    """What is done at a message instead of these effects."""
    changed = effects
    for name, change in CHANGES.items():
        if name in fault.effects:
            changed = change(changed, _value(name, fault.effects[name], message), cause)
    return changed


def _value(name: str, value: object, message: Message) -> object:
    """The value of an effect as its change wants it, where that depends on the message."""
    if name != "progress_only" or not isinstance(value, int):
        return value
    return Beat(value / 1000, message.id, message.progress_token)
