"""SK401 to SK405: where the links and paths in a skill lead."""

import re
from collections.abc import Iterator

from skillctl.findings import Severity
from skillctl.rules.rule import Rule, Span, Violation, rule
from skillctl.rules.skill.places import PlacedSkill
from skillctl.rules.skill.reach import Reached, Where

NOT_OPENED = "the agent cannot open it"
_PATH = re.compile(r"`(?P<path>(?:\./)?(?:scripts|references|assets)/[^\s`]*\.[A-Za-z0-9]+)`")
_NO_PATH = re.compile(r"[{}<>*$|]|\.\.\.|…")


@rule(
    "SK401",
    "link-missing",
    Severity.ERROR,
    message='the link leads to "{target}", which does not exist{near}',
    consequence=NOT_OPENED,
    advice="mend the path, add the file, or remove the link",
    example="See [the guide](references/GUIDE.md), and there is no such file",
)
def link_missing(skill: PlacedSkill) -> Iterator[Violation]:
    """A link of a skill leads to a file or folder that exists, in exactly these letters.

    The model is told to read it and gets an error, or finds a file of another name. Where a system
    ignores case, the link works for its author and fails for everybody else. Links in code and in
    comments are not judged, nor web addresses and placeholders.
    """
    yield from _strays(skill, Where.MISSING)


@rule(
    "SK402",
    "path-missing",
    Severity.WARNING,
    message='the path "{path}" does not exist in the skill{near}',
    consequence=NOT_OPENED,
    advice="add the file to the skill, or mend the path",
    example="scripts/check.py as inline code, and there is no such script",
)
def path_missing(skill: PlacedSkill) -> Iterator[Violation]:
    """A file in `scripts/`, `references/` or `assets/` that a skill names in code is there.

    Such a path is meant from the skill's own folder, and the model will run or read it. A path that
    exists at the root of the project, or that holds a placeholder, is not judged.
    """
    yield from _missing_paths(skill)


@rule(
    "SK403",
    "link-leaves-project",
    Severity.ERROR,
    message='the link leads to "{target}", out of the project',
    consequence=f"{NOT_OPENED} where only the project is",
    advice="copy the file into the skill and link to that",
    example="[notes](../../../../notes.md)",
)
def link_leaves_project(skill: PlacedSkill) -> Iterator[Violation]:
    """A link of a skill stays in the project, by its path and by the links on disk on the way.

    Whatever lies outside is not in the repository: it is missing, or another file, for everybody
    else. An agent that keeps to its workspace refuses it as well. Whether it exists here plays no
    part.
    """
    yield from _strays(skill, Where.OUTSIDE)


@rule(
    "SK404",
    "link-leaves-skill",
    Severity.WARNING,
    message='the link leads to "{target}", outside the folder of the skill',
    consequence="the agent cannot open it where the skill is installed alone",
    advice="copy the file into the skill and link to that",
    example="[style](../shared/style.md)",
)
def link_leaves_skill(skill: PlacedSkill) -> Iterator[Violation]:
    """A link of a skill leads into the skill's own folder.

    A skill is installed and copied as one folder. What it shares with its neighbours is lost then,
    and the model reads of a file that is not there.
    """
    yield from _strays(skill, Where.PROJECT)


@rule(
    "SK405",
    "link-absolute",
    Severity.WARNING,
    message='the link "{target}" is an absolute path',
    consequence=f"{NOT_OPENED} on another machine",
    advice="put the file into the skill and link to it by a relative path",
    example="[settings](/etc/app/settings.md)",
)
def link_absolute(skill: PlacedSkill) -> Iterator[Violation]:
    """A link of a skill is a relative path or a web address.

    A path from the root of a disk, from somebody's home, from a drive or a share is right on one
    machine only. Whether it exists here plays no part.
    """
    yield from _strays(skill, Where.ABSOLUTE)


def _strays(skill: PlacedSkill, where: Where) -> Iterator[Violation]:
    """The links that lead to one kind of place."""
    for stray in skill.strays:
        if stray.to.where is where:
            values = {"target": stray.link.target, "near": _near(stray.to, stray.link.target)}
            yield Violation(span=stray.link.span, values=values)


def _missing_paths(skill: PlacedSkill) -> Iterator[Violation]:
    for code in _PATH.finditer(skill.text, skill.body):
        path, span = code["path"], Span(*code.span("path"))
        reached = skill.spot.reach(path)
        if reached.where is not Where.MISSING or _NO_PATH.search(path):
            continue
        at_root = skill.spot.follow(skill.spot.ground.project, path)
        if at_root.where is Where.MISSING and span in skill.codes:
            yield Violation(span=span, values={"path": path, "near": _near(reached, path)})


def _near(reached: Reached, target: str) -> str:
    """The name that only looks alike, and in what it differs."""
    if not reached.near:
        return ""
    from unicodedata import normalize  # noqa: PLC0415 # import budget: rare
    from urllib.parse import unquote  # noqa: PLC0415 # as above

    same = normalize("NFC", reached.near) in normalize("NFC", unquote(target)).split("/")
    how = "in how its accents are stored (Unicode form C or D)" if same else "by case"
    return f'; "{reached.near}" differs only {how}'


RULES: tuple[Rule[PlacedSkill], ...] = (
    link_missing,
    path_missing,
    link_leaves_project,
    link_leaves_skill,
    link_absolute,
)
