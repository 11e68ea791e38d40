"""The keys of a scenario file (harness.md section 2): what the reader takes and the rules demand.

A key of the format that this version does not support is listed as `LATER`, so that it is refused
by its name and never passed over.
"""

from collections.abc import Mapping
from functools import partial

from skillctl.agent.dialects.known import DEFAULT_DIALECT, DIALECTS
from skillctl.source.closed import Key, later

SCHEMA = "skillctl.scenario/1"
GLOBS = ("tools_include", "tools_exclude", "tool_called", "not_called", "order")
CALL_DETAILS = ("times", "args", "args_subset")
DECISIONS = ("allow", "ask", "deny")
CONSENT = ("granted", "missing", "changed", "denied")


_texts = partial(Key, kind="texts")


CALL: Mapping[str, Key] = {
    "tool": Key(required=True, help="the tool that is called, by its final name"),
    "args": Key(kind="object", help="its arguments"),
    "raw_args": Key(help="in place of args: the text of the arguments, sent as it is"),
    "id": Key(help="id of the call (call_1, call_2, …)"),
}

EXPECT: Mapping[str, Key] = {
    "body_contains": _texts(help="texts that the bytes of the request hold"),
    "body_not_contains": _texts(help="texts that the bytes of the request do not hold"),
    "system_contains": _texts(help="texts that the system text holds"),
    "last_result_contains": _texts(help="texts that the last result of a tool holds"),
    "tools_include": _texts(help="tools that are offered, names or globs"),
    "tools_exclude": _texts(help="tools that are not offered, names or globs"),
    **later(
        "body_regex body_sha256 system_equals_file messages_contain last_result_is_error "
        "tools_are tool_count schema_of max_prompt_tokens method span"
    ),
}

TURN: Mapping[str, Key] = {
    "expect": Key(kind="table", keys=EXPECT, help="what the request before this turn holds"),
    "say": Key(help="what the model says"),
    "call": Key(kind="tables", keys=CALL, help="what the model calls; without it the run ends"),
    **later("stream reasoning finish usage fail user"),
}

ASSERT: Mapping[str, Key] = {
    "tool_called": Key(help="a tool that was called, a name or a glob"),
    "times": Key(kind="integer", least=0, help="exactly how often (at least once)"),
    "args": Key(kind="object", help="with exactly these arguments"),
    "args_subset": Key(kind="object", help="with these arguments, perhaps among others"),
    "not_called": _texts(help="tools that were not called, names or globs"),
    "order": Key(kind="strings", help="tools that were called in this order, others between them"),
    "skill_activated": _texts(help="skills whose instructions were loaded"),
    "text_contains": _texts(help="texts that the final answer holds"),
    "exit": Key(kind="integer", least=0, help="the exit code with which the run ends (0)"),
    **later(
        "min max args_regex args_schema result_contains result_is_error mode "
        "skill_available skill_absent reason skill_not_activated resource_read text_regex "
        "text_equals json_equals stop_reason max_turns_used limit approvals_asked denied "
        "loop server no_protocol_errors fake_used_up prefix_stable prefix_min_share "
        "snapshot no_leftovers files any not case request"
    ),
    **later(" ".join(EXPECT)),
}

LIMITS: Mapping[str, Key] = {
    "max_turns": Key(kind="integer", least=1, help="requests to the model"),
    "max_tool_calls": Key(kind="integer", least=0, help="calls of tools"),
    **later("max_tokens max_request_tokens max_cost timeout"),
}

RULE: Mapping[str, Key] = {
    "tool": Key(required=True, help="the tools it is about, a name or a glob"),
    "decision": Key(required=True, choices=DECISIONS, help="what happens to a call of them"),
    **later("server raw args"),
}

APPROVALS: Mapping[str, Key] = {
    "default": Key(choices=DECISIONS, help="what happens to calls that no rule is about (ask)"),
    "rule": Key(kind="tables", keys=RULE, help="rules; the most restrictive that matches decides"),
}

MATRIX: Mapping[str, Key] = {
    "dialect": Key(kind="strings", choices=tuple(DIALECTS), help="one case for each dialect"),
    **later("preset surface fake_transport era schema"),
}

SCENARIO: Mapping[str, Key] = {
    "schema": Key(help=f'"{SCHEMA}"; required'),  # SC002 demands it and says which
    "name": Key(help="name of the scenario (that of its file)"),
    "description": Key(help="what it is about, for people"),
    "tags": Key(kind="strings", help="words to sort scenarios by, for people"),
    "skills": Key(kind="strings", help="folders of skills, or folders that hold such"),
    "fakes": Key(kind="files", help="fake servers, files; in a table by the key of the server"),
    "workspace": Key(help="a folder that is copied; the run works in the copy"),
    "files": Key(kind="map", help="files that are put into the workspace, text by path"),
    "prompt": Key(required=True, help="what the user asks"),
    "dialect": Key(
        choices=tuple(DIALECTS), help=f"the form of the request bodies ({DEFAULT_DIALECT})"
    ),
    "matrix": Key(kind="table", keys=MATRIX, help="the same run once for each of some values"),
    "limits": Key(kind="table", keys=LIMITS, help="limits of the run"),
    "approvals": Key(kind="table", keys=APPROVALS, help="which calls may run; nobody can be asked"),
    "consent": Key(
        kind="map",
        choices=CONSENT,
        help='consent by "server:KEY" or "skill:NAME" (granted)',
    ),
    "turn": Key(kind="tables", keys=TURN, help="what the scripted model does, request by request"),
    "assert": Key(kind="tables", keys=ASSERT, help="what is true after the run"),
    **later(
        "skip xfail configs lock override preset surface settings env user model "
        "exclude allow_unused_turns"
    ),
}
