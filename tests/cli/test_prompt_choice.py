from dataclasses import fields

import pytest

from skillctl.cli.prompt_choice import Choice
from skillctl.cli.prompt_options import PromptFormat, Section
from skillctl.errors import SkillctlError


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"tokens": True, "digest": True, "invisible": True, "require_all": True},
        {"section": Section.MCP},
        {"against": "x"},
        {"against": "x", "style": PromptFormat.DIFF},
    ],
)
def test_one_thing_may_be_asked_for(asked):
    Choice(**asked).refuse_clash()


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"tokens": True, "explain": "x"}, "--tokens and --explain ask for different things"),
        ({"against": "x", "sources": True}, "--sources and --against ask for"),
        ({"against": "x", "style": PromptFormat.BODY}, "--against and --format body ask"),
        ({"section": Section.MCP, "style": PromptFormat.JSON}, "--format json and --section ask"),
        ({"style": PromptFormat.DIFF}, "--format diff needs --against"),
    ],
)
def test_two_things_at_once_are_refused(asked, words):
    with pytest.raises(SkillctlError, match=words):
        Choice(**asked).refuse_clash()


def test_a_choice_is_found_among_all_parameters():
    given = {field.name: None for field in fields(Choice)} | {
        "style": PromptFormat.BODY,
        "tiers": 4,
    }
    assert Choice.among(given | {"task": "Hi"}).style is PromptFormat.BODY
    with pytest.raises(SkillctlError, match="ask for different things"):
        Choice.among(given | {"tokens": True})
