import pytest

from skillctl.cli.prompt_reference import MOST_BYTES, read_reference
from skillctl.cli.surroundings import surroundings
from skillctl.errors import SkillctlError
from tests.agent.fixtures import full, project

__all__ = ["full", "project"]


@pytest.fixture
def read(project, monkeypatch):
    monkeypatch.chdir(project.root)
    return lambda given: read_reference(given, surroundings())


def test_a_snapshot_tells_its_task_model_and_dialects(full, skillctl, read):
    words = ("--dialect", "anthropic-messages", "--dialect", "openai-responses")
    skillctl("snapshot", "take", *words, cwd=full.root)
    found = read(".skillctl/snapshot")
    assert (found.model, found.dialect) == ("unset", "openai-responses")
    assert [message.text for message in found.messages] == ["snapshot"]
    assert list(found.bodies) == ["openai-responses", "anthropic-messages"]
    assert b'"instructions"' in found.body("openai-responses")
    with pytest.raises(SkillctlError, match="holds no body of openai-chat, but of") as raised:
        found.body("openai-chat")
    assert str(raised.value.location) == ".skillctl/snapshot"
    assert raised.value.hint.endswith("skillctl snapshot accept --dialect openai-chat")


def test_a_file_is_a_body_of_any_dialect_even_if_it_is_named_like_a_request(project, read):
    project.write({"last#1": b"{}"})
    found = read("last#1")
    assert found.body("openai-chat") == found.body("anthropic-messages") == b"{}"
    assert (found.model, found.messages) == ("", None)


def test_a_request_of_a_session_tells_what_was_said(full, skillctl, read):
    skillctl("run", "Hi.", "--model", "test", "--approve", "all", cwd=full.root)
    first, second = read("last#1"), read("last#2")
    assert [message.text for message in first.messages] == ["Hi."]
    assert len(second.messages) > len(first.messages)
    assert (first.model, first.dialect, first.notes) == ("test", "openai-chat", ())
    shown = skillctl("session", "show", "last", "--request", "2", "--body", cwd=full.root)
    assert second.body("openai-chat").decode() == shown.out


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("nowhere", "nowhere: there is nothing to compare with: No such file or directory"),
        ("empty.json", "empty.json: no request body: it is empty"),
        ("large.json", "large.json: no request body: it is over 67,108,864 bytes"),
        ("pipe", "pipe: there is nothing to compare with: it is not a regular file"),
        ("folder", "folder/meta.toml: the snapshot is not whole: this file is missing"),
        ("last#1", "last#1: there is no session in "),
        ("x\0y", "there is nothing to compare with: "),
    ],
)
def test_what_cannot_be_used_is_said_with_its_place(project, read, given, message):
    project.write({"empty.json": b"", "folder/x": b""})
    with (project.root / "large.json").open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    import os

    os.mkfifo(project.root / "pipe")
    with pytest.raises(SkillctlError) as raised:
        read(given)
    place = f"{raised.value.location}: " if raised.value.location else ""
    assert message in place + raised.value.message
    assert raised.value.exit_code == 2
