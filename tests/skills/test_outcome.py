"""What became of a skill that was just put there."""

from skillctl.skills.outcome import outcome
from tests.skills.conftest import skill_text


def test_what_became_of_each(world):
    roots = (".agents/skills", "~/.agents/skills", "~/.gbs/skills")
    world.write({f"{root}/a/SKILL.md": skill_text("a") for root in roots})
    said = [outcome(candidate) for candidate in world.gather().candidates]
    assert said[0].startswith("not available: consent pending (.agents/skills/a, sha256:")
    assert said[1:] == ["active, needs no consent", "shadowed by user ~/.agents/skills/a"]
