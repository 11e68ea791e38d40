import time

import pytest

from skillctl.policy.text import OWN_ELEMENTS
from skillctl.rules.skill.tags import WRAPPERS, angle_brackets, prompt_escape
from tests.rules.checks import found, skill


def described(text):
    return skill(f"---\nname: notes\ndescription: '{text}'\n---\ntext <b>\n")


@pytest.mark.parametrize("tag", ["<b>", "</b>", "<!-- x -->", "<?php ?>", "<a href=x>", "<x/>"])
def test_a_tag_in_a_description(tag):
    ((token, message),) = found(angle_brackets, described(f"Keeps {tag} notes."))
    assert token == tag
    assert message == f'the description holds "{tag}", which reads as a tag'


@pytest.mark.parametrize("text", ["a < b", "a > b", "a <- b", "<3", "x < y > z", "< b>", "a<b"])
def test_a_lone_bracket_is_no_tag(text):
    assert found(angle_brackets, described(text)) == []


def test_a_tag_in_a_name_and_none_of_other_values():
    document = skill("---\nname: a<b>\ndescription: d\nlicense: <b>\n---\n")
    assert [t for t, _ in found(angle_brackets, document)] == ["<b>"]


@pytest.mark.parametrize("name", sorted({*WRAPPERS, *OWN_ELEMENTS}))
@pytest.mark.parametrize("form", ["</{}>", "<{}>", "< / {} x=1>", "<{}"])
def test_tags_that_prompts_are_built_of(name, form):
    tag = form.format(name.upper())
    ((token, message),) = found(prompt_escape, described(f"Sorts. {tag}"))
    assert token == tag
    assert f'"{tag}"' in message


@pytest.mark.parametrize("tag", ["<skillful>", "<system-x>", "<toolset>", "skill", "<b>"])
def test_other_tags_are_not_theirs(tag):
    assert found(prompt_escape, described(f"Sorts. {tag}")) == []


def test_any_value_may_hold_one():
    document = skill("---\nname: n\nmetadata:\n  a/b: [x, '<system>']\n---\n<system>\n")
    (violation,) = prompt_escape.check(document)
    assert violation.field == "/metadata/a~1b/1"


def test_a_long_value_takes_no_time():
    text = "<skill" * 9000 + "<" * 5000
    start = time.perf_counter()
    assert len(found(angle_brackets, described(text))) == 0
    assert len(found(prompt_escape, described(text))) == 1
    assert time.perf_counter() - start < 1
