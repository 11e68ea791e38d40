"""The keys of a reply (harness.md section 1): when it answers, what it answers, what goes with it.

Tools, resources and prompts answer with replies; each of them has some answers of its own.
"""

from collections.abc import Mapping

from skillctl.fakes.fault_keys import LEAVE, STREAMS
from skillctl.fakes.kinds import (
    BASE64,
    CONTENT,
    EXIT_CODE,
    HEX,
    LOGS,
    MILLISECONDS,
    PROGRESS,
    QUESTIONS,
    TRUE,
)
from skillctl.source.closed import Key

MATCH: Mapping[str, Key] = {
    "when": Key(kind="object", help="matches if the arguments hold these, perhaps among others"),
    "when_regex": Key(
        kind="map", help="matches if in each of these arguments its pattern is found"
    ),
    "when_schema": Key(kind="object", help="matches if the arguments fit this JSON Schema"),
    "when_missing": Key(kind="texts", help="matches if these arguments are absent"),
    "when_call": Key(
        kind="integer", least=1, help="matches the n-th request for the same name or URI, from 1"
    ),
    "default": Key(own=TRUE, help="matches everything"),
}
RPC_ERROR: Mapping[str, Key] = {
    "code": Key(kind="integer", required=True, help="JSON-RPC error code, such as -32602"),
    "message": Key(required=True, help="text of the error"),
    "data": Key(kind="json", help="more about the error, any JSON value"),
}
CRASH: Mapping[str, Key] = {
    "code": Key(own=EXIT_CODE, help="exit code (1)"),
    "stderr": LEAVE["stderr"],
}
INPUT: Mapping[str, Key] = {
    "requests": Key(own=QUESTIONS, help="what the client has to find out, by name"),
    "state": Key(help="text that the client has to give back exactly"),
}
_RESULTS: Mapping[str, Key] = {
    "text": Key(help="the answer: one text block"),
    "content": Key(own=CONTENT, help="the answer: content blocks, sent as they are"),
    "structured": Key(kind="json", help="the answer: structuredContent, and the same as text"),
    "error": Key(help="the answer: a tool error (isError) with this text"),
}
_COMMON: Mapping[str, Key] = {
    "rpc_error": Key(kind="table", keys=RPC_ERROR, help="the answer: a JSON-RPC error"),
    "raw": Key(help="the answer: this line as it is, with the id in the place of {{id}}"),
    "raw_hex": Key(own=HEX, help="the answer: these bytes, without a line feed"),
    "file": Key(help="the answer: the whole result, from a JSON file in the folder of the fake"),
    "input_required": Key(
        kind="table", keys=INPUT, help="the answer: questions to the client, in the modern era"
    ),
    "crash": Key(kind="table", keys=CRASH, help="no answer: the process ends"),
    "hang": Key(own=TRUE, help="no answer: nothing more is done, and no end noticed"),
    "close": Key(choices=STREAMS, help="no answer: this stream is closed; the process lives on"),
}
_MORE: Mapping[str, Key] = {
    "delay_ms": Key(own=MILLISECONDS, help="time before the answer"),
    "progress": Key(own=PROGRESS, help="progress notified first, if the client asks for it"),
    "progress_every_ms": Key(own=MILLISECONDS, help="time after each of these (0)"),
    "progress_endless": Key(
        own=TRUE, help="then 1, 2, 3 … every progress_every_ms (1000), and never the answer"
    ),
    "logs": Key(own=LOGS, help="log messages first, of level info unless they say so"),
    "template": Key(kind="boolean", help="put arguments in the place of {{name}}"),
    "meta": Key(kind="object", help="_meta of the result"),
}
REPLY: Mapping[str, Key] = {
    **MATCH,
    **_RESULTS,
    **_COMMON,
    "is_error": Key(kind="boolean", help="isError beside text, content or structured"),
    **_MORE,
}
READ_REPLY: Mapping[str, Key] = {
    **MATCH,
    "text": Key(help="the answer: contents that are a text"),
    "blob": Key(own=BASE64, help="the answer: contents that are bytes"),
    "content": Key(own=CONTENT, help="the answer: contents, sent as they are"),
    **_COMMON,
    **_MORE,
}
PROMPT_REPLY: Mapping[str, Key] = {
    **MATCH,
    "text": Key(help="the answer: one message of the user"),
    "content": Key(own=CONTENT, help="the answer: messages, sent as they are"),
    **_COMMON,
    **_MORE,
}
MATCHES = tuple(MATCH)
RESULTS = ("text", "content", "structured")
COMMON = tuple(_COMMON)
ANSWERS = (*_RESULTS, *COMMON)
READ_ANSWERS = ("text", "blob", "content", *COMMON)
PROMPT_ANSWERS = ("text", "content", *COMMON)
WITHOUT_RESULT = ("rpc_error", "raw", "raw_hex", "crash", "hang", "close")
