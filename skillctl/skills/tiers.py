"""Views of skills without tier 4: scripts and assets (skills.md section 10, `--tiers`)."""

from dataclasses import replace
from pathlib import PurePosixPath

from skillctl.skills.model import Resource, Skill

TIERS = 4
_FOLDERS = frozenset(("scripts", "assets"))
_KINDS = frozenset(("script", "binary"))


def is_tier_4(resource: Resource) -> bool:
    """Whether a file is a script or an asset, by what it holds or by its folder."""
    return resource.kind in _KINDS or PurePosixPath(resource.path).parts[0] in _FOLDERS


def without_tier_4(skill: Skill) -> Skill:
    """The skill as a view of three tiers shows it; nothing that acts may be given this one."""
    return replace(skill, resources=tuple(r for r in skill.resources if not is_tier_4(r)))
