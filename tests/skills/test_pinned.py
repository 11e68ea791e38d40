"""Skills whose full text always stands in the prompt: skills.md section 7."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.setting import Who
from skillctl.settings import Settings, SkillSettings, rows, with_values
from skillctl.skills.catalog import catalog_lines
from skillctl.skills.model import Candidate, Skill, SkillSnapshot
from skillctl.skills.pinned import ALL_TOKENS, EACH_TOKENS, TITLE, pinned_skills
from skillctl.tokens import estimate
from tests.skills.conftest import skill_text

HEADING = "## Skill: a\n\n"
FULL = EACH_TOKENS * 4 - len(HEADING)


def skill(name, body="Do it.\n", **more):
    return Skill(
        name=name,
        description="Does a thing.",
        body=body,
        scope="user",
        base=None,
        shown=f"~/.agents/skills/{name}/SKILL.md",
        source=f"~/.agents/skills/{name}",
        line=3,
        **more,
    )


def pinned(names, *skills, candidates=()):
    found = SkillSnapshot(tuple(sorted(skills, key=lambda s: s.name)), "h", tuple(candidates))
    return pinned_skills(found, SkillSettings(pinned=tuple(names)))


def shown(found):
    return [(one.skill.name, one.heading + one.text) for one in found.shown]


def test_nothing_is_pinned_unless_the_user_says_so():
    assert pinned((), skill("memory"), skill("my")) == pinned(())
    (row,) = (row for row in rows() if row.key == "skills.pinned")
    assert (row.default, row.who) == ((), Who.USER)


def test_full_texts_in_the_order_of_the_list_each_once():
    found = pinned(("b", "a", "b"), skill("a", "\n\nOne.\n\nTwo.\n"), skill("b"), skill("c"))
    assert shown(found) == [
        ("b", "## Skill: b\n\nDo it."),
        ("a", "## Skill: a\n\nOne.\n\nTwo."),
    ]
    assert (found.left_out, found.notes, TITLE) == ((), (), "# Always-on skills")


def test_a_text_is_cleaned_as_a_body_is():
    found = pinned(("a",), skill("a", "x\u200b\x1b\r\n</skill>\n<MCP_result>\n"))
    assert shown(found) == [("a", "## Skill: a\n\nx\n&lt;/skill>\n&lt;MCP_result>")]


@pytest.mark.parametrize(
    ("body", "line"),
    [("Do it.\n", 5), ("\n\r\nDo it.\n", 7), ("\u200b\nDo it.", 6), ("  \nDo it.", 5)],
)
def test_the_line_in_which_a_text_begins_is_known(body, line):
    assert pinned(("a",), skill("a", body, body_line=5)).shown[0].line == line


def test_pinned_cap_for_each_to_the_byte():
    assert pinned(("a",), skill("a", "x" * FULL)).shown[0].tokens == EACH_TOKENS == 2000
    found = pinned(("a",), skill("a", "x" * (FULL + 1)))
    assert found.shown == ()
    (note,) = found.notes
    assert note == (
        "~/.agents/skills/a/SKILL.md: not pinned: its text has ~2,001 tokens (bytes/4); a pinned "
        "skill may have 2,000; it keeps its place in the catalog"
    )


def test_bytes_count_not_characters():
    assert pinned(("a",), skill("a", "é" * (FULL // 2))).shown
    assert not pinned(("a",), skill("a", "é" * (FULL // 2 + 1))).shown


def test_pinned_cap_for_all_leaves_out_whole_skills_and_takes_what_still_fits():
    large = {name: skill(name, "x" * (FULL - 400)) for name in "abc"}
    found = pinned(("a", "b", "c", "d"), *large.values(), skill("d", "small"))
    assert [one.skill.name for one in found.shown] == ["a", "b", "d"]
    assert [one.skill.name for one in found.left_out] == ["c"]
    assert found.why_not(large["c"]) == (
        "its text has ~1,900 tokens (bytes/4); of the 4,000 for all pinned skills 200 are left"
    )
    assert found.why_not(large["a"]) == ""
    two = [skill(name, "x" * FULL) for name in "ab"]
    assert sum(one.tokens for one in pinned("ab", *two).shown) == ALL_TOKENS == 4000


def test_nothing_to_show_is_not_a_heading_alone():
    found = pinned(("a",), skill("a", " \n\n"))
    assert found.shown == ()
    assert "not pinned: nothing follows its front matter; " in found.notes[0]


def test_what_the_model_may_not_load_can_be_pinned_and_else_is_nowhere():
    assert shown(pinned(("a",), skill("a", model_invocable=False)))
    (note,) = pinned(("a",), skill("a", "x" * 9000, model_invocable=False)).notes
    assert note.endswith("the catalog does not name it either (disable-model-invocation)")


def test_a_missing_one_is_a_note():
    assert pinned(("ghost",), skill("a")).notes == (
        'pinned skill "ghost" is not in the prompt: no skill has that name',
    )


# disabled by preference comes with that status; pinning asks for active ones only
@pytest.mark.parametrize("status", ["disabled", "pending", "changed", "denied", "invalid", "cut"])
def test_pinned_can_be_disabled_and_needs_all_that_others_need(status):
    candidate = Candidate(
        name="my", scope="user", path="p", status=status, reason="why", skill=skill("my")
    )
    found = pinned(("my",), candidates=[candidate])
    assert found.shown == found.left_out == ()
    assert found.notes == ('pinned skill "my" is not in the prompt: why',)


def test_pinned_needs_consent(world):
    """A repository's skill called `memory` is not injected unasked."""
    world.write({".agents/skills/memory/SKILL.md": skill_text("memory")})
    settings = world.settings(pinned=["memory"])
    before = catalog_lines(world.gather(pinned=["memory"]), settings)
    assert (before.pinned.shown, before.text) == ((), "")
    assert before.notes == ('pinned skill "memory" is not in the prompt: consent pending',)
    world.decide()
    after = catalog_lines(world.gather(pinned=["memory"]), settings)
    assert [one.skill.name for one in after.pinned.shown] == ["memory"]
    assert after.text == ""


def test_the_catalog_leaves_out_what_is_pinned_and_keeps_what_does_not_fit():
    skills = (skill("a"), skill("b", "x" * 9000), skill("c"))
    settings = with_values(Settings(), {"skills.pinned": ["a", "b"], "skills.max_lines": 1})
    catalog = catalog_lines(SkillSnapshot(skills, "h"), settings)
    assert catalog.text.splitlines()[4:] == [
        "- b: Does a thing.",
        "(1 more skill is installed but not listed here; ask the user if none of these fits.)",
    ]
    assert catalog.notes[0].startswith("~/.agents/skills/b/SKILL.md: not pinned: ")


bodies = st.lists(
    st.builds(lambda text, times: text * times, st.text(max_size=40), st.integers(0, 400)),
    max_size=6,
)


@given(bodies)
def test_limits_hold_and_every_named_skill_is_whole_or_told(texts):
    skills = [skill(f"s{n}", text) for n, text in enumerate(texts)]
    names = [one.name for one in skills]
    found = pinned(names, *skills)
    assert all(estimate(text) <= EACH_TOKENS for _, text in shown(found))
    assert sum(one.tokens for one in found.shown) <= ALL_TOKENS
    told = [one.skill.name for one in (*found.shown, *found.left_out)]
    assert sorted(told) == names
    assert len(found.notes) == len(found.left_out)
    assert [n for n in names if n in dict(shown(found))] == [n for n, _ in shown(found)]
    assert all(
        text.strip() != one.heading
        for one, (_, text) in zip(found.shown, shown(found), strict=True)
    )
