"""The keys of a fault: which message has it, and its effects (harness.md section 1)."""

from collections.abc import Mapping

from skillctl.fakes.faults.envelopes import IDS
from skillctl.fakes.faults.floods import REQUESTED
from skillctl.fakes.kinds import (
    BYTES,
    COUNT,
    EXIT_CODE,
    HEX,
    MILLISECONDS,
    NTH,
    OUTPUT,
    PERIOD,
    TRUE,
)
from skillctl.fakes.paging import CURSORS
from skillctl.source.closed import Key, later

LEAVE: Mapping[str, Key] = {
    "code": Key(own=EXIT_CODE, help="exit code (0)"),
    "stderr": Key(help="a last line on stderr"),
}
EXIT: Mapping[str, Key] = {
    **LEAVE,
    "after_bytes": Key(
        kind="integer", least=0, help="bytes of the answer that are still written (0)"
    ),
}
WHICH: Mapping[str, Key] = {
    "on": Key(required=True, help="method whose message has the fault"),
    "tool": Key(help="only calls of this tool; nth then counts those"),
    "nth": Key(own=NTH, help="which of them, counted from 1 (every)"),
}
LINES: Mapping[str, Key] = {
    "before": Key(own=OUTPUT, help="lines before the answer"),
    "prefix": Key(help="text glued to the beginning of the answer"),
    "pretty": Key(own=TRUE, help="the answer over several lines"),
    "crlf": Key(own=TRUE, help="the answer ends with CR LF"),
    "bom": Key(own=TRUE, help="the answer begins with a byte order mark"),
    "split_bytes": Key(own=BYTES, help="the answer comes in parts of so many bytes"),
    "huge_bytes": Key(own=BYTES, help="the answer is filled up with blanks to so many bytes"),
    "raw": Key(help="a line instead of the answer"),
    "raw_hex": Key(own=HEX, help="bytes instead of the answer, without a line feed"),
    "truncate": Key(own=BYTES, help="only so many bytes of the answer come"),
}
TEXTS: Mapping[str, Key] = {
    "invalid_utf8": Key(own=TRUE, help="a byte that is no UTF-8 in the last string"),
    "surrogate": Key(own=TRUE, help="half a surrogate pair in the last string"),
    "nan": Key(own=TRUE, help="a member whose value is NaN"),
    "depth": Key(own=COUNT, help="a member of so many lists in lists"),
    "duplicate_keys": Key(own=TRUE, help="a second id behind the first"),
    "line_separators": Key(own=TRUE, help="U+2028 and U+0085 in the last string"),
}
ENVELOPE: Mapping[str, Key] = {
    "id": Key(choices=IDS, help="the id in another form, another one, or none"),
    "twice": Key(own=TRUE, help="the answer comes two times"),
    "batch": Key(own=TRUE, help="the answer is a list of one message"),
    "no_jsonrpc": Key(own=TRUE, help="without the member jsonrpc"),
    "error_null": Key(own=TRUE, help="error is null beside the result"),
    "error_code": Key(help="an error whose code is this text"),
    "error_text": Key(help="an error that is this text, not an object"),
    "result_and_error": Key(own=TRUE, help="both a result and an error"),
    "no_result_type": Key(own=TRUE, help="without resultType, in the modern era"),
}
TIMES: Mapping[str, Key] = {
    "no_reply": Key(own=TRUE, help="nothing is ever answered"),
    "delay_ms": Key(own=MILLISECONDS, help="time before the answer"),
    "late": Key(own=TRUE, help="the answer comes only after the client has cancelled"),
    "progress_only": Key(own=PERIOD, help="progress every so many ms, and never an answer"),
}
FLOODS: Mapping[str, Key] = {
    "stderr_bytes": Key(own=BYTES, help="so many bytes on stderr first, without a line end"),
    "notify": Key(own=COUNT, help="so many log messages first"),
    "unknown_notify": Key(own=TRUE, help="a notification that no version has first"),
    "request": Key(choices=REQUESTED, help="a request to the client first"),
}
STREAMS = ("stdout", "stdin")
LIFE: Mapping[str, Key] = {
    "exit": Key(kind="table", keys=EXIT, help="the process ends"),
    "close": Key(choices=STREAMS, help="this stream is closed before the answer; it lives on"),
    "stop_reading": Key(own=TRUE, help="the answer, but nothing more is read, not even the end"),
    "hang": Key(own=TRUE, help="nothing more is done, no answer written, no end noticed"),
}
LISTS: Mapping[str, Key] = {
    "cursor": Key(choices=CURSORS, help="what kind of cursor this page has, as in [server]"),
    "drop_page": Key(own=TRUE, help="no entries on this page; its cursor stays"),
    "null_list": Key(own=TRUE, help="the list is null"),
    "duplicate": Key(help="entries of this name stand two times"),
    "shuffle": Key(own=COUNT, help="another order, the same one for the same number"),
}
RESULTS: Mapping[str, Key] = {
    "content": Key(help="content is this text, not a list"),
    "no_content": Key(own=TRUE, help="content is left out"),
    "unknown_type": Key(own=TRUE, help="one more block, of a type that does not exist"),
    "structured_mismatch": Key(own=TRUE, help="structuredContent is no object"),
    "image_bytes": Key(own=BYTES, help="one more block, an image of so many bytes"),
}
_GROUPS = (LINES, TEXTS, ENVELOPE, TIMES, FLOODS, LIFE, LISTS, RESULTS)
EFFECTS: tuple[str, ...] = tuple(name for group in _GROUPS for name in group)
FAULT: Mapping[str, Key] = {
    **WHICH,
    **{name: key for group in _GROUPS for name, key in group.items()},
    "split_ms": Key(own=MILLISECONDS, help="time between the parts of split_bytes (0)"),
    **later(
        "status headers www_authenticate content_type session_404 sse_cut_after sse_keepalive "
        "slow_headers_ms redirect json_instead_of_sse"
    ),
}
