"""`skillctl prompt --subagent` and `--tiers`: skills.md sections 10 and 12."""

import json

import pytest
from jsonschema import Draft202012Validator

from tests.agent.fixtures import full, project
from tests.agent.projects import SKILL
from tests.conftest import ROOT

__all__ = ["full", "project"]

RULES = "---\nname: rules\ndescription: Rules. Use always.\n---\nNever guess.\n"


@pytest.fixture
def pinned(full):
    """A project with a skill in the catalog and one that the user pinned."""
    full.write({".agents/skills/rules/SKILL.md": RULES}).grant()
    full.config_dir.mkdir(parents=True, exist_ok=True)
    (full.config_dir / "skillctl.toml").write_text('[skills]\npinned = ["rules"]\n')
    return full


def tools(body):
    return [tool["function"]["name"] for tool in json.loads(body)["tools"]]


class TestSubagent:
    def test_it_has_the_tool_and_is_told_of_nothing(self, pinned, skillctl):
        words = ("prompt", "Go.", "--file", "a.md", "--format", "body")
        own = skillctl(*words, cwd=pinned.root)
        sub = skillctl(*words, "--subagent", cwd=pinned.root)
        assert sub.code == 0
        assert tools(sub.out) == tools(own.out)
        for text in ("# Skills", "Never guess."):
            assert text in own.out
            assert text not in sub.out
        assert "# MCP servers" in sub.out

    def test_it_says_why_a_skill_is_not_named(self, pinned, skillctl):
        run = skillctl("prompt", "--subagent", "--explain", "notes", cwd=pinned.root)
        assert run.code == 1
        assert run.out.startswith(
            "skill notes: absent (hidden): .agents/skills/notes/SKILL.md: "
            "a subagent gets no catalog"
        )

    def test_without_skills_nothing_changes(self, project, skillctl):
        words = ("prompt", "Go.", "--format", "body", "--subagent")
        bare = skillctl(*words, "--no-config", cwd=project.root)
        assert skillctl(*words, cwd=project.root).out == bare.out
        project.write({".agents/skills/notes/SKILL.md": SKILL})
        assert skillctl(*words, cwd=project.root).out == bare.out


class TestTiers:
    def test_the_text_of_pinned_skills_is_not_printed(self, pinned, skillctl):
        whole = skillctl("prompt", "Go.", cwd=pinned.root)
        run = skillctl("prompt", "Go.", "--tiers", "3", cwd=pinned.root)
        assert "Never guess." in whole.out
        start, end = whole.out.index("# Always-on skills"), whole.out.index("# Skills")
        assert run.out == whole.out[:start] + whole.out[end:]
        assert "--tiers 3: pinned text is not printed here; the model gets it\n" in run.err
        assert skillctl("prompt", "Go.", "--tiers", "4", cwd=pinned.root).out == whole.out
        assert (
            "Never guess."
            not in skillctl("prompt", "Go.", "--tiers", "3", "--sources", cwd=pinned.root).out
        )

    def test_the_bytes_are_those_of_the_request_all_the_same(self, pinned, skillctl):
        words = ("prompt", "Go.", "--format", "json")
        whole = json.loads(skillctl(*words, cwd=pinned.root).out)
        less = json.loads(skillctl(*words, "--tiers", "3", cwd=pinned.root).out)
        schema = json.loads((ROOT / "docs" / "prompt.schema.json").read_text())
        Draft202012Validator(schema).validate(less)
        assert [p["id"] for p in less["parts"]] == [
            p["id"] for p in whole["parts"] if p["id"] != "pinned:rules"
        ]
        assert "Never guess." not in json.dumps(less)
        assert {**less, "parts": 0} == {**whole, "parts": 0}

    def test_without_pinned_text_nothing_is_hidden(self, full, skillctl):
        whole = skillctl("prompt", "Go.", cwd=full.root)
        run = skillctl("prompt", "Go.", "--tiers", "3", cwd=full.root)
        assert (run.out, run.err) == (whole.out, whole.err)

    @pytest.mark.parametrize(
        "words", [("--format", "body"), ("--section", "pinned"), ("--against", "x")]
    )
    def test_what_is_sent_is_not_made_smaller(self, pinned, skillctl, words):
        run = skillctl("prompt", "Go.", "--tiers", "3", *words, cwd=pinned.root)
        assert (run.code, run.out) == (2, "")
        assert "error: --tiers 3 and --" in run.err
