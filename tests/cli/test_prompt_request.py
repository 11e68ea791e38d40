import pytest

from skillctl.cli.ground import Wanted, gathered, standpoint
from skillctl.cli.prompt_request import build_request, read_asked
from skillctl.cli.surroundings import surroundings
from skillctl.errors import SkillctlError
from tests.agent.fixtures import project
from tests.conftest import write_tree

__all__ = ["project"]


@pytest.fixture
def ask(project, monkeypatch):
    """What is asked for by task, model, dialect and reference."""
    monkeypatch.chdir(project.root)

    def asked(*words):
        here = surroundings()
        return read_asked(here, standpoint(here, Wanted()), *words)

    return asked


def test_the_model_is_that_of_the_command_line_else_of_the_settings(project, ask):
    write_tree(project.config_dir, {"skillctl.toml": '[run]\nmodel = "anthropic:m"\n'})
    asked = ask("Hi", None, None, None)
    assert (asked.model, asked.dialect) == ("anthropic:m", "anthropic-messages")
    asked = ask("Hi", "responses:n", None, None)
    assert (asked.model, asked.dialect) == ("responses:n", "openai-responses")
    with pytest.raises(SkillctlError, match="asked in anthropic-messages"):
        ask("Hi", None, "openai-chat", None)


def test_a_reference_tells_what_the_command_line_leaves_out(project, ask, skillctl):
    skillctl("snapshot", "take", "--dialect", "anthropic-messages", cwd=project.root)
    kept = ".skillctl/snapshot"
    write_tree(project.config_dir, {"skillctl.toml": '[run]\nmodel = "responses:m"\n'})
    asked = ask(None, None, None, kept)
    assert (asked.model, asked.dialect) == ("unset", "anthropic-messages")
    assert ask(None, "openai:n", None, kept).dialect == "openai-chat"
    assert ask(None, "n", None, kept).dialect == "anthropic-messages"
    assert ask(None, None, "openai-responses", kept).dialect == "openai-responses"
    project.write({"body.json": "{}"})
    asked = ask(None, None, None, "body.json")
    assert (asked.model, asked.dialect) == ("responses:m", "openai-responses")


@pytest.mark.parametrize(("task", "said"), [(None, ["snapshot"]), ("Hi", ["Hi"])])
def test_without_a_task_that_of_the_reference_is_said(project, ask, skillctl, task, said):
    skillctl("snapshot", "take", cwd=project.root)
    asked = ask(task, None, None, ".skillctl/snapshot")
    stand = standpoint(surroundings(), Wanted())
    with gathered(stand, Wanted()) as seen:
        built = build_request(seen, stand.settings, asked)
    assert [message.text for message in built.messages] == said
