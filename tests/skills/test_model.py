"""Looking things up in a snapshot."""

from skillctl.skills.model import Candidate, SkillSnapshot


def test_an_active_skill_and_all_of_a_name(world):
    from tests.skills.conftest import skill_text

    world.write({"~/.agents/skills/a/SKILL.md": skill_text("a"), "~/.gbs/skills/a/SKILL.md": "no"})
    snapshot = world.gather()
    assert snapshot.get("a") is snapshot.skills[0]
    assert snapshot.get("b") is None
    assert [c.status for c in snapshot.named("a")] == ["active", "invalid"]


def test_a_base_outside_is_part_of_the_place(world):
    from tests.skills.conftest import skill_text

    world.write({"~/shared/ext/SKILL.md": skill_text("ext"), ".agents/skills/a/SKILL.md": "no"})
    world.link(".agents/skills/ext", world.home / "shared/ext")
    assert [one.place for one in world.gather().candidates] == [
        ".agents/skills/a",
        ".agents/skills/ext (outside: ~/shared/ext)",
    ]


def test_an_empty_snapshot():
    snapshot = SkillSnapshot((), "sha256:0")
    assert (snapshot.get("a"), snapshot.named("a"), snapshot.notes) == (None, (), ())
    assert Candidate(name="a", scope="user", path="p", status="cut", reason="r").skill is None
