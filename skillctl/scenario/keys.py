"""The keys of a scenario file (harness.md section 2): what the reader takes and the rules demand.

A key of the format that this version does not support is listed as `LATER`, so that it is refused
by its name and never passed over.
"""

from collections.abc import Iterable, Mapping

from skillctl.source.closed import LATER, Key

SCHEMA = "skillctl.scenario/1"
TEXT_EXPECTATIONS = (
    "body_contains",
    "body_not_contains",
    "system_contains",
    "last_result_contains",
)
TOOL_EXPECTATIONS = ("tools_include", "tools_exclude")
GLOBS = (*TOOL_EXPECTATIONS, "tool_called", "not_called", "order")
CALL_DETAILS = ("times", "args", "args_subset")
DECISIONS = ("allow", "ask", "deny")
CONSENT = ("granted", "missing", "changed", "denied")


def _later(*names: str) -> dict[str, Key]:
    return dict.fromkeys(names, LATER)


def _texts(names: Iterable[str]) -> dict[str, Key]:
    return {name: Key(kind="texts") for name in names}


CALL: Mapping[str, Key] = {
    "tool": Key(required=True),
    "args": Key(kind="object"),
    "raw_args": Key(),
    "id": Key(),
}

EXPECT: Mapping[str, Key] = {
    **_texts(TEXT_EXPECTATIONS),
    **_texts(TOOL_EXPECTATIONS),
    **_later("body_regex", "body_sha256", "system_equals_file", "messages_contain"),
    **_later("last_result_is_error", "tools_are", "tool_count", "schema_of"),
    **_later("max_prompt_tokens", "method", "span"),
}

TURN: Mapping[str, Key] = {
    "expect": Key(kind="table", keys=EXPECT),
    "say": Key(),
    "call": Key(kind="tables", keys=CALL),
    **_later("stream", "reasoning", "finish", "usage", "fail", "user"),
}

ASSERT: Mapping[str, Key] = {
    "tool_called": Key(),
    "times": Key(kind="integer", least=0),
    "args": Key(kind="object"),
    "args_subset": Key(kind="object"),
    "not_called": Key(kind="texts"),
    "order": Key(kind="strings"),
    "skill_activated": Key(kind="texts"),
    "text_contains": Key(kind="texts"),
    "exit": Key(kind="integer", least=0),
    **_later("min", "max", "args_regex", "args_schema", "result_contains", "result_is_error"),
    **_later("mode", "skill_available", "skill_absent", "reason", "skill_not_activated"),
    **_later("resource_read", "text_regex", "text_equals", "json_equals", "stop_reason"),
    **_later("max_turns_used", "limit", "approvals_asked", "denied", "loop", "server"),
    **_later("no_protocol_errors", "fake_used_up", "prefix_stable", "prefix_min_share"),
    **_later("snapshot", "no_leftovers", "files", "any", "not", "case", "request"),
    **_later(*EXPECT),
}

LIMITS: Mapping[str, Key] = {
    "max_turns": Key(kind="integer", least=1),
    "max_tool_calls": Key(kind="integer", least=0),
    **_later("max_tokens", "max_request_tokens", "max_cost", "timeout"),
}

RULE: Mapping[str, Key] = {
    "tool": Key(required=True),
    "decision": Key(required=True, choices=DECISIONS),
    **_later("server", "raw", "args"),
}

APPROVALS: Mapping[str, Key] = {
    "default": Key(choices=DECISIONS),
    "rule": Key(kind="tables", keys=RULE),
}

SCENARIO: Mapping[str, Key] = {
    "schema": Key(),  # SC002 demands it and says which
    "name": Key(),
    "description": Key(),
    "tags": Key(kind="strings"),
    "skills": Key(kind="strings"),
    "fakes": Key(kind="files"),
    "workspace": Key(),
    "files": Key(kind="map"),
    "prompt": Key(required=True),
    "limits": Key(kind="table", keys=LIMITS),
    "approvals": Key(kind="table", keys=APPROVALS),
    "consent": Key(kind="map", choices=CONSENT),
    "turn": Key(kind="tables", keys=TURN),
    "assert": Key(kind="tables", keys=ASSERT),
    **_later("skip", "xfail", "configs", "lock", "override", "preset", "dialect", "surface"),
    **_later("settings", "env", "user", "model", "matrix", "exclude", "allow_unused_turns"),
}
