import pytest

from skillctl.agent.dialects.known import (
    DEFAULT_DIALECT,
    DIALECTS,
    dialect_named,
    sent_tools,
    spoken,
    wire_model,
)
from skillctl.agent.writer import written
from skillctl.errors import SkillctlError
from tests.agent.conversations import GET, ROUND, conversation

# agent.md section 2: path below the base URL, all keys, and the key of what was said
TABLE = {
    "openai-chat": (
        "/chat/completions",
        "model stream stream_options temperature max_completion_tokens seed tools messages",
        "messages",
    ),
    "openai-responses": (
        "/responses",
        "model stream store include temperature max_output_tokens tools instructions input",
        "input",
    ),
    "anthropic-messages": (
        "/messages",
        "model max_tokens stream temperature tools system messages",
        "messages",
    ),
}
OPTIONS = {"temperature": 1, "max_tokens": 2, "seed": 3, "include": ["x"]}


def test_the_dialects_are_those_of_the_table():
    assert list(DIALECTS) == list(TABLE)
    assert DEFAULT_DIALECT == "openai-chat"


@pytest.mark.parametrize("name", TABLE)
def test_path_and_keys_are_those_of_the_table(name):
    from skillctl.agent.dialects.model import Options

    dialect = dialect_named(name)
    path, keys, said = TABLE[name]
    assert (dialect.name, dialect.path, dialect.said) == (name, path, said)
    full = dialect.body(conversation(*ROUND, tools=(GET,), options=Options(**OPTIONS)))
    assert list(full) == keys.split()


@pytest.mark.parametrize("name", TABLE)
def test_half_surrogates_become_replacement_characters_and_are_counted(name):
    from skillctl.agent.messages import AssistantMessage, ToolCall, ToolMessage, UserMessage

    call = ToolCall("c", "x", '{"a":"\\ud800"}')
    messages = (UserMessage("\ud800"), AssistantMessage("\udfff", (call,)))
    messages += (ToolMessage("c", "x", "\udc80"),)
    data, replaced = written(dialect_named(name).body(conversation(*messages)))
    # a half surrogate in arguments is an escape of the model's own text, unless it is written anew
    assert replaced == (4 if name == "anthropic-messages" else 3)
    assert data.decode().count("\ufffd") == replaced


@pytest.mark.parametrize("name", TABLE)
def test_tools_as_they_are_sent(name):
    assert sent_tools([], name) == []
    sent = written(sent_tools([GET], name))[0]
    assert sent in written(dialect_named(name).body(conversation(tools=(GET,))))[0]


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("anthropic-message", 'did you mean "anthropic-messages"?'),
        ("openai-respones", 'did you mean "openai-responses"?'),
        ("morse", "known dialects: openai-chat, openai-responses, anthropic-messages"),
    ],
)
def test_an_unknown_dialect_is_refused_with_what_was_meant(name, hint):
    with pytest.raises(SkillctlError, match=f"no dialect named '{name}'") as caught:
        dialect_named(name)
    assert (caught.value.hint, caught.value.exit_code) == (hint, 2)


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("test", "test"),
        ("script:/home/me/x.scenario.toml", "script"),
        ("openai:some-model", "some-model"),
        ("responses:some-model", "some-model"),
        ("anthropic:some-model", "some-model"),
        ("some:model", "some:model"),
        ("openai:", "openai:"),
    ],
)
def test_the_model_that_a_body_names(spec, name):
    assert wire_model(spec) == name


@pytest.mark.parametrize(
    ("asked", "model", "name"),
    [
        (None, "", "openai-chat"),
        (None, "test", "openai-chat"),
        (None, "anthropic", "openai-chat"),
        (None, "script:anthropic.scenario.toml", "openai-chat"),
        (None, "openai:m", "openai-chat"),
        (None, "responses:m", "openai-responses"),
        (None, "anthropic:m", "anthropic-messages"),
        ("openai-responses", "test", "openai-responses"),
        ("anthropic-messages", "anthropic:m", "anthropic-messages"),
    ],
)
def test_without_a_dialect_it_is_that_of_the_models_endpoint(asked, model, name):
    assert spoken(asked, model) == name


@pytest.mark.parametrize(
    ("asked", "model", "words"),
    [
        ("morse", "test", "no dialect named 'morse'"),
        (
            "openai-chat",
            "anthropic:m",
            "the model 'anthropic:m' is asked in anthropic-messages, not in openai-chat",
        ),
    ],
)
def test_a_dialect_that_cannot_be_is_refused(asked, model, words):
    with pytest.raises(SkillctlError, match=words) as caught:
        spoken(asked, model)
    assert caught.value.exit_code == 2
    assert caught.value.hint
