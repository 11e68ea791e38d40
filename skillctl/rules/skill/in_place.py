"""The rules about a skill in its place on disk, joined."""

from skillctl.rules.rule import Rule
from skillctl.rules.skill import license_file, on_disk, references
from skillctl.rules.skill.places import PlacedSkill

PLACED_RULES: tuple[Rule[PlacedSkill], ...] = (
    *on_disk.RULES,
    *license_file.RULES,
    *references.RULES,
)
