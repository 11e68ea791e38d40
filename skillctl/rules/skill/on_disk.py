"""SK001, SK010 and SK012: the entries on disk that make up a skill."""

import os
from collections.abc import Iterator
from pathlib import PurePath, PurePosixPath

from skillctl.files import is_link
from skillctl.findings import Severity
from skillctl.report.plain import counted
from skillctl.rules.find.skill_files import SKILLS_FOLDER
from skillctl.rules.rule import Rule, Violation, rule
from skillctl.rules.skill.places import PlacedSkill
from skillctl.rules.skill.reach import Ground, is_below
from skillctl.rules.words import HOSTS
from skillctl.skills.document import FILE_NAME

_SHOWN = 3


@rule(
    "SK001",
    "wrong-file-name",
    Severity.ERROR,
    message='the file is named "{name}"; hosts look for "SKILL.md" exactly{beside}',
    consequence="the skill is absent where file names are case-sensitive",
    advice="{mend}",
    targets=HOSTS,
    example="skills/notes/skill.md",
)
def wrong_file_name(skill: PlacedSkill) -> Iterator[Violation]:
    """The file of a skill is named `SKILL.md`, in exactly these letters.

    Hosts look the name up as it is written in the specification. On a file system that
    distinguishes case, as on most servers and in containers, `skill.md` is not found and the skill
    does not exist there; beside a `SKILL.md` it takes that one's place where case is ignored.
    Rename the file, or where both are there, keep one; the other rules judge it all the same.
    """
    own = skill.document.path.name
    if own != FILE_NAME:
        mend = "rename the file to SKILL.md"
        yield Violation(values={"name": own, "beside": "", "mend": mend})
    for name in skill.target.around.alike:
        if name != FILE_NAME:
            beside = f', and "{own}" is there, too'
            values = {"name": name, "beside": beside, "mend": "keep one of the two, as SKILL.md"}
            path = PurePosixPath(skill.target.shown).with_name(name)
            yield Violation(path=str(path), values=values)


@rule(
    "SK010",
    "linked-skill",
    Severity.WARNING,
    Severity.NOTE,
    message='{what} is a link to "{target}"{out}',
    consequence="skipped by hosts that follow no links (skills-cli)",
    advice="put the files themselves there",
    targets=("skills-cli",),
    example="skills/notes, a link to ../../shared/notes",
)
def linked_skill(skill: PlacedSkill) -> Iterator[Violation]:
    """A skill and its files lie where they are found, not behind a link.

    A link that leads out of the project is dangling in every clone, or leads to what nobody has
    reviewed; that is a warning. One that stays in the project is a note: most hosts follow it, but
    the npm installer passes over it. What is linked is judged all the same.
    """
    spot = skill.spot
    if spot.is_led_out or (spot.is_by_links and is_link(spot.folder)):
        yield _linked("the directory of the skill", spot.real, spot.ground)
    for link in skill.target.around.linked:
        yield _linked(f'the bundled "{link.shown}"', link.target, spot.ground)


def _linked(what: str, target: str, ground: Ground) -> Violation:
    """What is a link, and where it leads as seen from the project."""
    inside = is_below(target, ground.real)
    shown = PurePath(os.path.relpath(target, ground.real)).as_posix()
    return Violation(
        values={"what": what, "target": shown, "out": "" if inside else ", out of the project"},
        severity=Severity.NOTE if inside else Severity.WARNING,
        consequence=None if inside else "missing, or something else, in every other clone",
    )


@rule(
    "SK012",
    "nested-skill",
    Severity.WARNING,
    Severity.NOTE,
    message="{what}",
    consequence="hosts differ: for some it is part of the other skill, and nothing loads it",
    advice="{mend}",
    example=".agents/skills/SKILL.md, beside .agents/skills/notes/SKILL.md",
)
def nested_skill(skill: PlacedSkill) -> Iterator[Violation]:
    """Each skill lies in a folder of its own, and not in that of another skill.

    What lies below a skill is part of it. A `SKILL.md` in the folder `skills` itself makes one
    skill of that folder, and none of those below it is there any more: that is a warning. Of a
    `SKILL.md` further down in a skill, which may be an example or a template, each is a note.
    """
    nested = skill.target.around.nested
    if nested and skill.document.path.parent.name == SKILLS_FOLDER:
        others = counted(len(nested), "skill")
        yield Violation(
            values={
                "what": f'it lies in the folder "{SKILLS_FOLDER}" itself, which makes {others} '
                f"below it part of it: {', '.join(nested[:_SHOWN])}"
                f"{', …' if len(nested) > _SHOWN else ''}",
                "mend": "move SKILL.md, and what belongs to it, into a folder of its own",
            },
            consequence="only this one skill is there, for every host that takes it for one",
        )
        return
    for path in nested:
        what = f'"{path}" lies inside another skill: part of it, no skill'
        mend = "leave it, if it is an example; else move it out of the other skill"
        yield Violation(values={"what": what, "mend": mend}, severity=Severity.NOTE)


RULES: tuple[Rule[PlacedSkill], ...] = (wrong_file_name, linked_skill, nested_skill)
