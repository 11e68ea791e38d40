"""The fault table of mcp.md section 5.4, each row a fake that our client lives through.

A folder `golden/faults/<row>` is a case: `fake.toml` has tools `say`, whose first call (or whatever
comes before it) has the fault, and `other`; `said.json` is what a user gets to see. `ROWS` says of
each row what is wanted of it, in the words of the specification.
"""

import json
import os
import time
from functools import cache

import pytest

from skillctl.fakes.file import load_fake
from skillctl.mcp.stdio import start_stdio
from tests.conftest import GOLDEN, golden_cases
from tests.mcp.matrix import NAME, Starts, converse
from tests.server_configs import fake_server

RESULT, ERROR, FAILED, UNUSABLE = "result", "error", "failed", "unusable"
STDERR = "; last lines of its stderr:\n  "

# row -> how the first call ends (or UNUSABLE: the server does), and words that are said then
ROWS = {
    # what stands on stdout
    "log-lines": (RESULT, "5 lines on stdout are not JSON-RPC:\n  === banner ==="),
    "log-glued": (RESULT, "text before a message"),
    "starts-slowly": (RESULT, "1 line on stdout is not JSON-RPC:\n  Welcome"),
    "invalid-utf8": (RESULT, "not UTF-8"),
    "byte-order-mark": (RESULT, "byte order mark"),
    "bom-and-crlf-always": (RESULT, "byte order mark"),
    "crlf": (RESULT, None),
    "line-separators": (RESULT, None),
    "split": (RESULT, None),
    "pretty": (FAILED, "splits messages over lines"),
    # envelopes
    "id-string": (RESULT, "id came back as another JSON type"),
    "id-float": (RESULT, "id came back as another JSON type"),
    "no-jsonrpc": (RESULT, 'without "jsonrpc"'),
    "batch": (RESULT, "batch array"),
    "error-null": (RESULT, '"error": null beside its result'),
    "surrogate": (RESULT, "lone surrogate"),
    "error-without-id": (ERROR, "MCP error -32700: Parse error"),
    "error-is-text": (ERROR, 'malformed error "out of order"'),
    "error-code-is-text": (ERROR, 'malformed error {"code": "E_BROKEN"'),
    "result-and-error": (ERROR, "both a result and an error"),
    "nan": (RESULT, "not finite, read as null"),
    "duplicate-keys": (RESULT, "the first id counts"),
    "depth": (FAILED, "answer is nested deeper than 256"),
    "huge": (FAILED, "larger than 32 MiB"),
    "huge-without-id": (FAILED, "larger than 32 MiB"),
    "truncated": (FAILED, "no answer to tools/call say within 120 s (idle)"),
    "id-wrong": (FAILED, "an answer to an id that was not asked, dropped: 4000000000"),
    "id-missing": (FAILED, "an answer to an id that was not asked, dropped: null"),
    "twice": (RESULT, "a second answer to one request, dropped"),
    "late": (FAILED, "an answer after its time limit or cancellation, dropped"),
    # time
    "start-silent": (UNUSABLE, f"no answer to initialize within 30 s{STDERR}waiting for a data"),
    "start-unread": (UNUSABLE, f"within 30 s: the server does not read its input{STDERR}waiting"),
    "list-silent": (UNUSABLE, "no answer to tools/list within 15 s"),
    "call-silent": (FAILED, "no answer to tools/call say within 120 s (idle)"),
    "call-hangs": (FAILED, "call other within 120 s (idle): the server does not read its input"),
    "call-unread": (RESULT, "call other within 120 s (idle): the server does not read its input"),
    "call-progress-only": (FAILED, "no answer to tools/call say within 600 s (hard limit)"),
    # the end of a server
    "exit-at-start": (UNUSABLE, f"exited with code 3 (start){STDERR}no database"),
    "exit-at-initialize": (UNUSABLE, f"exited with code 3 (start){STDERR}no database"),
    "start-exits-quietly": (UNUSABLE, "exited with code 0 (start)"),
    "exit-in-list": (UNUSABLE, f"exited with code 3 (tools/list){STDERR}no tables"),
    "exit-in-call": (FAILED, f"exited with code 3 (tools/call say){STDERR}disk full"),
    "ignores-its-end": (RESULT, "had to be killed"),
    "closes-output": (FAILED, "closed its output but keeps running"),
    "closes-input": (RESULT, None),
    # floods and requests
    "stderr-flood": (RESULT, None),
    "notifications-flood": (RESULT, None),
    "unknown-notification": (RESULT, None),
    "request-ping": (RESULT, None),
    "request-roots": (RESULT, None),
    "request-sampling": (RESULT, None),
    "request-elicitation": (RESULT, None),
    "request-unknown": (RESULT, None),
    # lists
    "pages": (RESULT, None),
    "cursor-empty": (RESULT, None),
    "cursor-same": (RESULT, "list does not end: cursor repeats"),
    "cursor-endless": (RESULT, "stopped after 100 pages"),
    "cursor-no-string": (RESULT, "nextCursor is 7, no string"),
    "list-page-dropped": (RESULT, None),
    "list-null": (RESULT, "missing or null; read as no tools"),
    "list-missing": (RESULT, "missing or null; read as no tools"),
    "list-no-list": (RESULT, "read as no tools"),
    "list-refused": (UNUSABLE, "refused tools/list: MCP error -32603: no tables"),
    "bad-tools": (RESULT, 'tool "bad_schema" is left out: /inputSchema: expected an object'),
    "bad-tool-no-object": (RESULT, "tools/0 is left out: expected an object, got number"),
    "tool-twice-equal": (RESULT, 'tool "say" is listed 2 times, always equal'),
    "tool-twice-different": (RESULT, "they differ at /description"),
    # first answers
    "server-info-missing": (RESULT, "no serverInfo"),
    "capabilities-odd": (RESULT, "are no string, ignored"),
    "version-unknown": (
        UNUSABLE,
        "offers protocol 1999-01-01; skillctl speaks 2024-11-05 … 2026-07-28",
    ),
    "initialize-refused": (UNUSABLE, "refused initialize: MCP error -32603: no licence"),
    # results
    "content-is-text": (RESULT, 'no list of blocks: tools/call say: "only text"'),
    "content-missing": (RESULT, "no list of blocks: tools/call say: missing or null"),
    "content-unknown-type": (RESULT, 'tools/call say: "hologram"'),
    "structured-mismatch": (RESULT, None),
    "image": (RESULT, None),
    # the era without a handshake
    "modern": (RESULT, None),
    "modern-unknown-initialize": (RESULT, None),
    "modern-dies-of-initialize": (RESULT, "started once more, without a handshake"),
    "modern-request": (RESULT, "not answered: sampling/createMessage"),
    "modern-ping": (RESULT, "not answered: ping"),
    "modern-no-result-type": (RESULT, None),
    "modern-later-version": (UNUSABLE, "offers protocol 2027-01-01; skillctl speaks 2024-11-05"),
    "modern-capability-missing": (ERROR, "capability that this client does not have (elicitation)"),
    "modern-input-required": (ERROR, "asks for input (elicitation/create); not supported in this"),
    "modern-header-mismatch": (ERROR, "-32020: the headers of the request do not fit"),
    "modern-call-silent": (FAILED, "no answer to tools/call say within 120 s (idle)"),
}
DEAF = ("call-hangs", "call-unread")  # the whole server is lost, and no call can know it
CALL_LIMIT, HARD_LIMIT, START_LIMIT = 120, 600, 30
CASES = golden_cases("faults")


@cache
def said_of(row):
    """What came of a row; a fake in virtual time gives the same each time."""
    start = Starts(load_fake(GOLDEN / "faults" / row / "fake.toml", "fake.toml"))
    return converse(start, start.now)


def test_every_row_has_its_fake():
    assert set(ROWS) <= {case.values[0].name for case in CASES}


@pytest.mark.parametrize("case", CASES)
def test_what_a_user_gets_to_see(case, golden):
    text = json.dumps(said_of(case.name), indent=2, ensure_ascii=False) + "\n"
    assert text == golden("said.json")


@pytest.mark.parametrize("row", ROWS)
def test_the_row_ends_as_is_wanted_and_says_so(row):
    wanted, words = ROWS[row]
    said = said_of(row)
    ended = UNUSABLE if said["state"] == "failed" else next(iter(set(said["calls"][0]) & ENDS))
    assert ended == wanted
    texts = [said["reason"], *said["notes"], *(call[end] for call, end in _calls(said))]
    assert words is None or any(words in text for text in texts)
    assert words is not None or not said["notes"]


ENDS = {RESULT, ERROR, FAILED}


def _calls(said):
    return [(call, end) for call in said.get("calls", ()) for end in ENDS & set(call)]


@pytest.mark.parametrize("row", ROWS)
def test_no_row_costs_more_than_its_limit_and_a_second(row):
    said = said_of(row)
    assert said["opened_after"] <= START_LIMIT + 1
    limit = HARD_LIMIT if row == "call-progress-only" else CALL_LIMIT
    assert all(call["after"] <= limit + 1 for call, _ in _calls(said))


@pytest.mark.parametrize("row", [row for row in ROWS if row not in DEAF])
def test_the_other_tools_stay_usable(row):
    if ROWS[row][0] == UNUSABLE:
        assert "calls" not in said_of(row)
    else:
        assert said_of(row)["calls"][1]["result"] == "fine"


def test_bad_tool_isolated():
    assert said_of("bad-tools")["tools"] == ["bad_annotation", "other", "say"]
    assert said_of("bad-tools")["notes"] == [
        "tools/2 is left out: it has no name (expected a string, got null)",
        'tool "bad_annotation": /annotations/readOnlyHint dropped: expected a boolean, got string',
        'tool "bad_schema" is left out: /inputSchema: expected an object, got string',
    ]


def test_the_whole_matrix_takes_less_than_five_seconds():
    said_of.cache_clear()
    began = time.process_time()
    for row in ROWS:
        said_of(row)
    assert time.process_time() - began < 5.0


# rows in which somebody waits, which costs no time only where the clock is virtual
WAITING = (
    *("start-silent", "start-unread", "starts-slowly", "list-silent", "call-silent", "call-hangs"),
    *("call-unread", "call-progress-only", "truncated", "id-wrong", "id-missing", "late", "split"),
    "modern-call-silent",
)
BANNER = '\n  skillctl: fake server "fake" with 2 tools; ends with its client'


def lasting(said):
    """What was said, without times and without what a process says of itself on stderr."""
    if isinstance(said, dict):
        kept = (key for key in said if key not in ("after", "opened_after"))
        return {key: lasting(said[key]) for key in kept}
    if isinstance(said, list):
        return [lasting(item) for item in said]
    if isinstance(said, str):
        return said.replace(BANNER, "").removesuffix(STDERR.rstrip(" \n"))
    return said


def test_the_rows_in_which_somebody_waits():
    waited = {
        row: said_of(row)["opened_after"] + sum(call["after"] for call, _ in _calls(said_of(row)))
        for row in ROWS
    }
    assert {row for row, seconds in waited.items() if seconds} == set(WAITING)


@pytest.mark.slow
@pytest.mark.parametrize("row", [row for row in ROWS if row not in WAITING])
def test_a_process_says_the_same(row):
    config = fake_server(GOLDEN / "faults" / row / "fake.toml", NAME)
    said = converse(lambda config: start_stdio(config, os.environ), time.monotonic, config)
    assert lasting(said) == lasting(said_of(row))
