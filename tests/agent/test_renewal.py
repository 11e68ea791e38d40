"""The view of the next user message: skills.md section 5 and agent.md section 9."""

from dataclasses import replace

import pytest

from skillctl.agent.renewal import renewed, renewed_skills
from skillctl.agent.view import Instruction, View
from skillctl.skills.model import Candidate, SkillSnapshot
from tests.agent.views import EMPTY, server, skill, tool


def candidate(name, status="active", **more):
    found = skill(name, **more)
    return Candidate(
        name=name, scope=found.scope, path=found.source, status=status, reason=status, skill=found
    )


def view(*candidates, servers=(), tools=(), **more):
    """A view whose hashes are of what is in it."""
    active = tuple(c.skill for c in candidates if c.status == "active")
    digest = "-".join(s.fingerprint for s in active)
    fields = {
        "skills": SkillSnapshot(active, digest, tuple(candidates)),
        "servers": tuple(servers),
        "tools": tuple(tools),
        "hash": f"{digest}/{servers!r}/{tools!r}",
    }
    return View(**fields | more)


def words(before, after):
    return renewed(before, after).words


A, B = candidate("a"), candidate("b")
A2 = candidate("a", fingerprint="sha256:other")


def test_nothing_changed_is_the_same_object():
    before = view(A, servers=[server()], tools=[tool()])
    after = view(candidate("a"), servers=[server()], tools=[tool()], notes=("told each time",))
    assert renewed(before, after).view is before
    assert words(before, after) == ""


@pytest.mark.parametrize(
    ("before", "after", "wanted"),
    [
        ((A,), (A, B), "+ skill b"),
        ((A,), (A2,), "~ skill a"),
        ((A, B), (A,), "- skill b"),
        ((candidate("a", "pending"),), (A,), "+ skill a"),
        ((candidate("a", "disabled"),), (A,), "+ skill a"),
        ((A,), (candidate("a", "disabled"),), "~ skill a (disabled)"),
        ((A,), (candidate("a", "changed", fingerprint="x"),), "~ skill a (needs consent)"),
        ((), (candidate("a", "pending"),), "+ skill a (needs consent)"),
        ((A,), (candidate("a", "denied"),), "~ skill a (denied)"),
        ((candidate("a", "pending"),), (), "- skill a"),
        ((), (B, A), "+ skill a, + skill b"),
        ((A,), (candidate("a", scope="user"),), "~ skill a"),
    ],
)
def test_skills(before, after, wanted):
    renewal = renewed(view(*before), view(*after))
    assert renewal.words == f"view changed: {wanted}"
    assert renewal.view == view(*after)


def test_what_another_of_the_name_becomes_is_no_change():
    shadowed = replace(candidate("a", "shadowed"), path="elsewhere")
    before = view(A)
    assert renewed(before, view(A, shadowed)).view is before


def test_the_example_of_the_specification():
    weather = server(fingerprint="sha256:1")
    before = view(candidate("lint-docs"), candidate("old"), servers=[weather])
    after = view(
        candidate("lint-docs", fingerprint="sha256:2"),
        candidate("report-maker"),
        servers=[replace(weather, state="pending", fingerprint="sha256:2")],
    )
    assert words(before, after) == (
        "view changed: + skill report-maker, ~ skill lint-docs, - skill old, "
        "~ server weather (needs consent)"
    )


@pytest.mark.parametrize(
    ("before", "after", "wanted"),
    [
        ([], [server()], "+ server weather"),
        ([server()], [], "- server weather"),
        ([server(state="pending")], [server()], "+ server weather"),
        ([server()], [server(state="failed")], "~ server weather (failed)"),
        ([server()], [server(fingerprint="sha256:2")], "~ server weather"),
        ([server()], [server(instructions="New.")], "~ server weather"),
        ([server(state="pending")], [server(state="denied")], "~ server weather (denied)"),
    ],
)
def test_servers(before, after, wanted):
    assert words(view(servers=before), view(servers=after)) == f"view changed: {wanted}"


def test_another_tool_is_another_server():
    one, other = tool(), tool(raw="set")
    before = view(servers=[server()], tools=[one])
    assert words(before, view(servers=[server()], tools=[one, other])) == (
        "view changed: ~ server weather"
    )


def test_what_a_message_is_about_is_no_change_of_the_view_in_words():
    after = replace(EMPTY, hash="another file is meant")
    assert renewed(EMPTY, after).view == after
    assert words(EMPTY, after) == ""


def test_skills_with_the_same_hash_stay_the_same_object():
    before = view(A, servers=[server()])
    after = view(candidate("a"))
    assert renewed(before, after).view.skills is before.skills
    assert renewed_skills(before.skills, view(A2).skills) == view(A2).skills


def test_a_name_stays_on_its_line():
    hostile = candidate("a\nb\x1b")
    assert words(view(), view(hostile)) == r"view changed: + skill a\nb\x1b"


def test_a_file_of_instructions_changes_the_view_by_its_name():
    def with_files(number, **texts):
        files = (Instruction(shown=f"{name}.md", text=text) for name, text in texts.items())
        return replace(EMPTY, instructions=tuple(files), hash=f"v{number}")

    before = with_files(1, A="one", B="same", C="gone")
    after = with_files(2, A="two", B="same", D="new")
    found = renewed(before, after)
    assert found.words == (
        "view changed: + instructions D.md, ~ instructions A.md, - instructions C.md"
    )
    assert renewed(before, before).view is before
