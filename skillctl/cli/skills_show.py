"""`skillctl skills show`: exactly what a model gets of a skill (skills.md sections 8, 9 and 14)."""

import shlex
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from posixpath import normpath
from typing import Annotated

import typer

from skillctl.cli import options
from skillctl.cli.options import Format
from skillctl.cli.skills_seen import Seen, look, put_json, unknown_skill
from skillctl.errors import SkillctlError
from skillctl.skills.entry import READ
from skillctl.skills.model import Skill, SkillSnapshot
from skillctl.skills.tiers import TIERS

NOT_AVAILABLE = 1
_UNDECIDED = ("pending", "changed", "denied")

Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the skill.")]
OneFile = Annotated[
    str | None,
    typer.Option("--file", metavar="PATH", help="A file of the skill, by its path in there."),
]
Raw = Annotated[bool, typer.Option("--raw", help="The bytes of the file as they are.")]
Offset = Annotated[
    int,
    typer.Option(
        "--offset",
        min=0,
        metavar="N",
        help="Where to read on: a character, or the line where skills load by reading.",
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What is to be shown of a skill; `file` is empty for its instructions."""

    file: str | None
    raw: bool
    offset: int
    tiers: int


def show(
    name: Name,
    *,
    file: OneFile = None,
    raw: Raw = False,
    offset: Offset = 0,
    tiers: options.Tiers = TIERS,
    style: options.Style = Format.TEXT,
    project: options.Project = None,
    preset: options.Preset = None,
    skills: options.Skills = None,
) -> int:
    """Print the instructions of a skill, or one of its files, exactly as a model gets them.

    Exits with 1 if the model cannot have it, and says why.
    """
    choice = Choice(file=file, raw=raw, offset=offset, tiers=tiers)
    _refuse_clash(choice, style)
    seen = look(project, preset, skills or [], name=name)
    skill = seen.snapshot.get(name) or _made_for_server(name, seen.snapshot)
    if skill is None:
        return _not_active(name, seen)
    _refuse_hidden(skill, choice)
    if raw:
        return _put_raw(skill, file)
    if not skill.model_invocable:
        return _only_for_the_user(skill)
    text = _text(skill, seen, choice, project)
    if style is Format.JSON:
        put_json(_as_json(skill, text, choice))
    else:
        from skillctl.cli.exact import put

        put(text)
    return 0


def _refuse_clash(choice: Choice, style: Format) -> None:
    """Raw bytes are what they are."""
    others = {"--offset": choice.offset, "--format json": style is Format.JSON}
    other = next((name for name, given in others.items() if given), None)
    if choice.raw and other:
        raise SkillctlError(
            f"--raw and {other} ask for different things", hint="give one of the two"
        )


def _refuse_hidden(skill: Skill, choice: Choice) -> None:
    """A file of a tier that is not to be shown, however it is spelled."""
    from skillctl.policy.text import row
    from skillctl.skills.tiers import is_tier_4

    wanted = normpath((choice.file or "").replace("\\", "/"))
    found = next((r for r in skill.resources if r.path == wanted), None)
    if choice.tiers < TIERS and found and is_tier_4(found):
        tier = f"a script or an asset: tier 4, which --tiers {choice.tiers} hides"
        raise SkillctlError(f"{row(wanted)} is {tier}", hint="leave --tiers out")


def _made_for_server(name: str, snapshot: SkillSnapshot) -> Skill | None:
    """The skill of a server as it was written last, since no server starts here."""
    from skillctl.cli.notice import say
    from skillctl.policy.text import row

    made = next((c for c in snapshot.named(name) if c.status == "hidden"), None)
    if made is None or made.skill is None:
        return None
    words = "as prompt, tools or run wrote it last; they renew it where the surface is skills"
    say([f"{row(made.skill.shown)}: {words}"])
    return made.skill


def _not_active(name: str, seen: Seen) -> int:
    """Say why a skill is not there for a model, and where a person can read it."""
    from skillctl.skills.why import unavailable

    candidates = seen.snapshot.named(name)
    if not candidates:
        raise unknown_skill(name, seen)
    strongest = candidates[0]
    why, _, remedy = unavailable(strongest).partition("; ")
    if strongest.status in _UNDECIDED:
        remedy += f"; until then its text is but a file: {strongest.path}/SKILL.md"
    return _refused(f"skill {name} is {why}", remedy)


def _only_for_the_user(skill: Skill) -> int:
    """Say that a model never gets this one by itself."""
    return _refused(
        f"skill {skill.name} is not available to a model: only the user may activate it "
        f"(disable-model-invocation in {skill.shown})",
        "what is sent then: skillctl prompt --section messages "
        f"--skill {shlex.quote(skill.name)}; the file itself: --raw",
    )


def _refused(why: str, remedy: str) -> int:
    from skillctl.cli.notice import say
    from skillctl.policy.text import row

    say([f"error: {row(why)}", *([f"  hint: {row(remedy)}"] if remedy else [])])
    return NOT_AVAILABLE


def _text(skill: Skill, seen: Seen, choice: Choice, project: Path | None) -> str:
    """What a first call gets in a new run; SkillctlError with the same words where that fails."""
    if seen.settings.skills.loading == READ:
        return _by_reading(skill, seen, choice, project)
    from skillctl.cli.notice import say
    from skillctl.skills.tiers import without_tier_4
    from skillctl.skills.tool import SkillTool

    shown = skill if choice.tiers == TIERS else without_tier_4(skill)
    if choice.file is None and shown != skill:
        count = len(skill.resources) - len(shown.resources)
        say([f"--tiers {choice.tiers}: {count} of the files are not named here, but for a model"])
    arguments: dict[str, object] = {"name": skill.name}
    arguments |= {"resource": choice.file} if choice.file is not None else {}
    arguments |= {"offset": choice.offset} if choice.offset else {}
    snapshot = replace(seen.snapshot, skills=(shown,))
    answer = SkillTool(snapshot, seen.settings).call(arguments)
    if answer.is_error:
        raise SkillctlError(answer.text, hint=_names_files(skill))
    return answer.text


def _names_files(skill: Skill) -> str:
    """Where the files stand that can be named."""
    from skillctl.policy.text import row

    return f"its files are in {row(skill.folder)}"


def _by_reading(skill: Skill, seen: Seen, choice: Choice, project: Path | None) -> str:
    """What `read_file` gives where skills load by reading."""
    from skillctl.agent.prepared import ToolError
    from skillctl.agent.skill_files import skill_reader
    from skillctl.cli.located import locate
    from skillctl.cli.surroundings import surroundings
    from skillctl.files import real_path
    from skillctl.policy.paths import Area
    from skillctl.policy.text import row
    from skillctl.skills.resource import ResourceRefused, open_resource
    from skillctl.skills.walk import FILE_NAME

    here = surroundings()
    area = Area(
        root=real_path(locate(here, project).root),
        home=real_path(here.home),
        protected=(real_path(here.config_dir), real_path(here.state_dir / "sessions")),
    )
    try:
        path = open_resource(skill, FILE_NAME if choice.file is None else choice.file).path
        arguments: dict[str, object] = {"path": f"{skill.folder}/{path}"}
        arguments |= {"offset": choice.offset} if choice.offset else {}
        known = replace(seen.snapshot, skills=(skill,))
        prepared = skill_reader(known, seen.settings)(arguments, area)
        text = prepared.run().text if prepared else None
    except (ResourceRefused, ToolError) as refused:
        raise SkillctlError(str(refused), hint=_names_files(skill)) from refused
    if text is None:
        raise SkillctlError(f"{row(skill.folder)} lies in a folder that read_file never enters")
    return text


def _put_raw(skill: Skill, file: str | None) -> int:
    """The bytes; a terminal gets a text safe to look at, and no binary file."""
    from skillctl.cli.exact import put
    from skillctl.policy.text import row
    from skillctl.skills.files import text_of
    from skillctl.skills.resource import ResourceRefused, raw_resource
    from skillctl.skills.walk import FILE_NAME

    try:
        data = raw_resource(skill, FILE_NAME if file is None else file)
    except ResourceRefused as refused:
        raise SkillctlError(str(refused), hint=_names_files(skill)) from refused
    text = text_of(data)
    if not sys.stdout.isatty():
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    elif text is None:
        raise SkillctlError(
            f"{row(file or FILE_NAME)} is binary ({len(data)} bytes), which no terminal can show",
            hint="send it to a file: skillctl skills show … --raw > FILE",
        )
    else:
        put(text)
    return 0


def _as_json(skill: Skill, text: str, choice: Choice) -> dict[str, object]:
    """The same as values, in the form `skillctl.skills/1`."""
    from skillctl.skills.listing import SCHEMA

    return {
        "schema": SCHEMA,
        "name": skill.name,
        "scope": skill.scope,
        "path": skill.folder,
        "fingerprint": skill.fingerprint or None,
        "file": choice.file,
        "offset": choice.offset,
        "text": text,
    }
