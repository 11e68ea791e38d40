"""Which candidate is used: skills.md section 3."""

from dataclasses import replace

import pytest

from skillctl.skills.builtin import builtin_skills
from skillctl.skills.choose import Standing, choose
from skillctl.skills.discover import Discovered, Discovery
from skillctl.skills.gather import fingerprint_all
from skillctl.skills.preferences import Preferences
from tests.skills.conftest import skill_text
from tests.skills.package_files import npm

GRANTED = Standing("granted", "granted 2026-11-30")
GRANT = "look and grant with: skillctl consent grant NAME"
NOTES = "node_modules/notes"


def rows(snapshot):
    return [(c.path, c.status, c.reason) for c in snapshot.candidates]


def test_the_example_of_the_specification(chosen):
    text = skill_text("lint-docs")
    snapshot = chosen(
        {
            ".agents/skills/lint-docs": text,
            ".claude/skills/lint-docs": text,
            "~/.agents/skills/lint-docs": text,
        },
        {".agents/skills/lint-docs": GRANTED},
    )
    by = "shadowed by project .agents/skills/lint-docs"
    assert rows(snapshot) == [
        (".agents/skills/lint-docs", "active", "consent granted 2026-11-30"),
        (".claude/skills/lint-docs", "shadowed", by),
        ("~/.agents/skills/lint-docs", "shadowed", by),
    ]
    assert [skill.scope for skill in snapshot.skills] == ["project"]


def test_a_disabled_skill_is_used_by_nobody_and_shadows_nothing(world):
    """Valid and consented is not enough; and nobody is asked for consent to it."""
    places = (".agents/skills/a", "~/.agents/skills/a", "~/.agents/skills/b")
    world.write({f"{folder}/SKILL.md": skill_text(folder[-1]) for folder in places})
    world.write({"~/.gbs/skills/a/SKILL.md": "nothing"})
    found = fingerprint_all(world.discover(), world.workspace()).discovery
    snapshot = choose(found, {}, world.settings(), Preferences({"a": False, "c": False}))
    assert [(c.path, c.status) for c in snapshot.candidates] == [
        (".agents/skills/a", "disabled"),
        ("~/.agents/skills/a", "disabled"),
        ("~/.agents/skills/b", "active"),
        ("~/.gbs/skills/a", "invalid"),
    ]
    assert {c.reason for c in snapshot.named("a")[:2]} == {"disabled by the user"}
    assert "1 skill is disabled: a; enable with: skillctl skills enable NAME" in snapshot.notes


@pytest.mark.parametrize(
    ("standing", "status", "reason"),
    [
        (None, "pending", "consent pending"),
        (Standing("missing"), "pending", "consent pending"),
        (Standing("changed"), "changed", "changed since consent was decided"),
        (Standing("denied"), "denied", "consent denied"),
        (Standing("missing", problem="too big"), "invalid", "cannot be fingerprinted: too big"),
    ],
)
def test_only_usable_shadow(chosen, standing, status, reason):
    """What is invalid or not consented to hides nothing."""
    snapshot = chosen(
        {".agents/skills/a": skill_text("a"), "~/.agents/skills/a": skill_text("a")},
        {".agents/skills/a": standing} if standing else {},
    )
    assert rows(snapshot) == [
        (".agents/skills/a", status, reason),
        ("~/.agents/skills/a", "active", "needs no consent"),
    ]
    assert [skill.scope for skill in snapshot.skills] == ["user"]


def test_only_usable_shadow_invalid(chosen):
    snapshot = chosen(
        {".agents/skills/a": "nothing", "~/.agents/skills/a": skill_text("a")},
    )
    assert [c.status for c in snapshot.candidates] == ["invalid", "active"]
    assert snapshot.get("a").scope == "user"


def test_invalid_never_loadable(chosen):
    snapshot = chosen(
        {"~/.agents/skills/a": "nothing", "~/.agents/skills/b": skill_text("B b")},
    )
    assert snapshot.skills == ()
    assert [snapshot.get(name) for name in ("a", "b", "B b")] == [None] * 3
    assert [note.partition(": ")[0] for note in snapshot.notes] == ["invalid skill"] * 2


def test_every_shadow_reported(chosen):
    text = skill_text("a")
    folders = ["one/a", "deep/er/a", "two/a"]
    snapshot = chosen({f"~/.agents/skills/{folder}": text for folder in folders})
    assert [c.path for c in snapshot.candidates] == [
        "~/.agents/skills/one/a",
        "~/.agents/skills/two/a",
        "~/.agents/skills/deep/er/a",
    ]
    by = "shadowed by user ~/.agents/skills/one/a"
    assert snapshot.notes == (
        f"~/.agents/skills/two/a: {by}",
        f"~/.agents/skills/deep/er/a: {by}",
    )


NPM = "npm:notes/skills/my"
FOUR = {
    ".agents/skills/my": skill_text("my"),
    "node_modules/notes/skills/my": skill_text("my"),
    "~/.agents/skills/my": skill_text("my"),
}


@pytest.fixture
def four(world, chosen):
    """A skill of the name in every scope, with standings of those that need consent."""

    def run(standings, project=None, **settings):
        world.write(npm("skills"))
        skills = FOUR | ({".agents/skills/my": project} if project else {})
        return chosen(skills, standings, builtin=("my",), **settings)

    return run


def test_the_order_of_scopes(four):
    """Project before package before user before builtin."""
    snapshot = four({".agents/skills/my": GRANTED, NPM: GRANTED})
    assert [(c.scope, c.status) for c in snapshot.candidates] == [
        ("project", "active"),
        ("package", "shadowed"),
        ("user", "shadowed"),
        ("builtin", "shadowed"),
    ]
    assert {c.reason for c in snapshot.candidates[1:]} == {"shadowed by project .agents/skills/my"}


@pytest.mark.parametrize(
    ("standings", "project", "statuses"),
    [
        ({NPM: GRANTED}, None, ("pending", "active", "shadowed", "shadowed")),
        ({NPM: GRANTED}, "broken", ("invalid", "active", "shadowed", "shadowed")),
        (
            {".agents/skills/my": Standing("changed"), NPM: Standing("denied")},
            None,
            ("changed", "denied", "active", "shadowed"),
        ),
        ({}, None, ("pending", "pending", "active", "shadowed")),
        (
            {".agents/skills/my": GRANTED, NPM: Standing("changed")},
            None,
            ("active", "shadowed", "shadowed", "shadowed"),
        ),
    ],
)
def test_only_usable_shadow_in_four_scopes(four, standings, project, statuses):
    snapshot = four(standings, project)
    assert tuple(c.status for c in snapshot.candidates) == statuses
    used = [c.scope for c in snapshot.candidates if c.status == "active"]
    assert [skill.scope for skill in snapshot.skills] == used


def test_every_shadow_reported_in_four_scopes(four):
    snapshot = four({NPM: GRANTED})
    by = "shadowed by package node_modules/notes/skills/my"
    grant = GRANT.replace("NAME", "my --source .agents/skills/my")
    assert snapshot.notes == (
        f"~/.agents/skills/my: {by}",
        f"{builtin_skills()['my']}: {by}",
        f"1 project skill waits for consent: my; {grant}",
    )


def test_each_limit_reported_max_skills_by_scope(four, chosen):
    """The strongest scopes are kept, whatever the names."""
    snapshot = four(
        {".agents/skills/my": Standing("denied"), NPM: GRANTED},
        max_skills=1,
    )
    assert [c.status for c in snapshot.candidates] == ["denied", "active", "shadowed", "shadowed"]
    more = {f"~/.agents/skills/{name}": skill_text(name) for name in ("a", "b")}
    snapshot = chosen(more, {NPM: GRANTED}, builtin=("memory",), max_skills=2)
    assert {c.path: c.status for c in snapshot.candidates if c.status in ("active", "cut")} == {
        "node_modules/notes/skills/my": "active",
        "~/.agents/skills/a": "active",
        "~/.agents/skills/b": "cut",
        str(builtin_skills()["memory"]): "cut",
    }


def test_a_command_names_the_source_where_several_items_share_a_name(chosen):
    """`others` are servers; what is invalid, or the user's own, is no item and shares nothing."""
    skills = {f".agents/skills/{name}": skill_text(name) for name in "abcd"}
    skills |= {".claude/skills/a": skill_text("a"), ".claude/skills/b": "no"}
    skills |= {"~/.agents/skills/c": skill_text("c")}
    snapshot = chosen(skills, others=("d",))
    assert {c.path: c.grant for c in snapshot.candidates if c.status == "pending"} == {
        ".agents/skills/a": "skillctl consent grant a --source .agents/skills/a",
        ".agents/skills/b": "skillctl consent grant b",
        ".agents/skills/c": "skillctl consent grant c",
        ".agents/skills/d": "skillctl consent grant d --source .agents/skills/d",
        ".claude/skills/a": "skillctl consent grant a --source .claude/skills/a",
    }
    assert snapshot.notes[-1].endswith(
        f"{GRANT}, or skillctl consent grant a --source .agents/skills/a, or "
        "skillctl consent grant d --source .agents/skills/d, or "
        "skillctl consent grant a --source .claude/skills/a"
    )


def test_what_is_invalid_is_not_called_shadowed(chosen):
    snapshot = chosen({"~/.agents/skills/a": skill_text("a"), "~/.gbs/skills/a": "nothing"})
    assert [c.status for c in snapshot.candidates] == ["active", "invalid"]


def test_each_limit_reported_max_skills(chosen):
    skills = {f"~/.agents/skills/{name}": skill_text(name) for name in ("c", "a", "b")}
    skills[".agents/skills/z"] = skill_text("z")
    snapshot = chosen(skills, {".agents/skills/z": GRANTED}, max_skills=2)
    assert [skill.name for skill in snapshot.skills] == ["a", "z"]
    over = "over the limit of 2 skills in one run"
    end = "the setting is skills.max-skills"
    assert snapshot.notes == (f"2 skills are {over}, so not used: b, c; {end}",)
    one = chosen(skills, {".agents/skills/z": GRANTED}, max_skills=3).notes
    assert one == (f"1 skill is {over.replace('2', '3')}, so not used: c; {end}",)
    assert [c.status for c in snapshot.candidates] == ["active", "active", "cut", "cut"]


def test_a_limit_below_zero_is_zero(chosen):
    skills = {f"~/.agents/skills/{name}": skill_text(name) for name in ("a", "b")}
    assert [c.status for c in chosen(skills, max_skills=-1).candidates] == ["cut", "cut"]


def test_a_cut_skill_still_shadows(chosen):
    skills = {f"{root}/{name}": skill_text(name) for root in ROOTS for name in ("a", "b")}
    snapshot = chosen(skills, max_skills=1)
    assert [c.status for c in snapshot.candidates] == ["active", "cut", "shadowed", "shadowed"]


ROOTS = ("~/.agents/skills", "~/.gbs/skills")


def test_skills_stand_in_the_order_of_names(chosen):
    names = ["b", "a", "é", "z", "x10", "x9"]
    snapshot = chosen({f"~/.agents/skills/{n}": skill_text(n) for n in names})
    assert [skill.name for skill in snapshot.skills] == ["a", "b", "x10", "x9", "z", "é"]


class TestHash:
    def test_it_is_over_content_and_settings_that_shape_the_text(self, chosen):
        skills = {"~/.agents/skills/a": skill_text("a")}
        first = chosen(skills).hash
        assert chosen(skills).hash == first
        assert first.startswith("sha256:")
        assert chosen({"~/.agents/skills/a": skill_text("a", body="x")}).hash != first
        for name in ("max_lines", "max_skills", "description_chars", "body_chars"):
            assert chosen(skills, **{name: 3}).hash != first
        for other in ({"loading": "read"}, {"style": "xml"}, {"arrow": True}):
            assert chosen(skills, **other).hash != first
        assert chosen(skills, user_roots=(".agents/skills",)).hash == first

    def test_it_counts_what_is_pinned_and_in_which_order(self, chosen):
        skills = {f"~/.agents/skills/{n}": skill_text(n) for n in "ab"}
        orders = ([], ["a"], ["a", "b"], ["b", "a"])
        assert len({chosen(skills, pinned=order).hash for order in orders}) == 4

    def test_it_counts_where_skills_are_only_if_that_is_shown(self, chosen, world):
        def moved(**values):
            skill = replace(snapshot.skills[0], base=world.home / "elsewhere")
            found = Discovered(name="a", scope="user", order=(1, 0, 0, "a"), skill=skill)
            return choose(Discovery((found,)), {}, world.settings(**values)).hash

        for values, same in (({}, True), ({"locations": "absolute"}, False)):
            snapshot = chosen({"~/.agents/skills/a": skill_text("a")}, **values)
            assert (moved(**values) == snapshot.hash) is same

    def test_it_counts_the_folder_where_that_is_not_the_source(self, world):
        """A skill that is linked under another name has another path in the text."""
        world.write({"lib/a/SKILL.md": skill_text("a")})
        hashes = []
        for name in ("one", "two"):
            link = world.project / ".agents" / "skills" / name
            world.link(f".agents/skills/{name}", "../../lib/a")
            hashes.append(world.decide().gather(loading="read"))
            link.unlink()
        one, two = hashes
        assert [s.source for s in (*one.skills, *two.skills)] == ["lib/a", "lib/a"]
        assert one.skills[0].fingerprint == two.skills[0].fingerprint
        assert one.hash != two.hash

    def test_what_is_not_used_does_not_count(self, chosen):
        first = chosen({"~/.agents/skills/a": skill_text("a")}).hash
        assert chosen({".agents/skills/b": skill_text("b")}).hash == first

    def test_nothing_has_a_hash_too(self, chosen):
        assert chosen({}).hash == chosen({".agents/skills/b": "broken"}).hash
