import json

import pytest

from skillctl.consent.shown import shown_entry, shown_form


@pytest.mark.parametrize(
    ("entry", "shown"),
    [
        ({"command": "x", "args": ["--auth", "y"]}, {"command": "x", "args": ["--auth", "***"]}),
        ({"command": "mysql", "args": ["-py"]}, {"command": "mysql", "args": ["-p***"]}),
        ({"command": ["x", "--auth", "y"]}, {"command": ["x", "--auth", "***"]}),
        ({"command": "TOKEN=y x"}, {"command": "TOKEN=*** x"}),
        ({"env": {"A": "$x", "B": [1, "y"]}}, {"env": {"A": "***", "B": [1, "***"]}}),
        ({"Credentials": {"a": "a b"}}, {"Credentials": {"a": "***"}}),
        ({"a": {"b": [{"Env": {"C": "./x"}}]}}, {"a": {"b": [{"Env": {"C": "***"}}]}}),
        ({"apiTokens": {"a": "b"}}, {"apiTokens": {"a": "***"}}),
        ({"apiTokens": {"a": "./b"}}, {"apiTokens": {"a": "./b"}}),
        ({"apiKeyHelper": "steal"}, {"apiKeyHelper": "steal"}),
        ({"a": None, "b": 1, "c": "words"}, {"a": None, "b": 1, "c": "words"}),
    ],
)
def test_what_is_masked(entry, shown):
    assert shown_entry(entry) == shown
    assert json.dumps(shown_entry(shown)) == json.dumps(shown)


def test_digests_of_a_form_stay():
    form = {"entry": {"env": {"A": "sha256:0"}, "x": {"env": {"A": "b"}}}, "v": 1}
    assert shown_form(form) == {
        "entry": {"env": {"A": "sha256:0"}, "x": {"env": {"A": "***"}}},
        "v": 1,
    }


@pytest.mark.parametrize("form", [{"files": [], "kind": "skill"}, {"entry": "npx"}])
def test_a_form_without_fields_is_as_it_was(form):
    assert shown_form(form) == form
