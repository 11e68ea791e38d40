"""Installing a skill: judged, copied beside its place, renamed (skills.md section 14)."""

import os
from dataclasses import dataclass
from pathlib import Path

from skillctl.errors import SkillctlError
from skillctl.files import is_folder, is_link, is_there, real_path
from skillctl.policy.text import row
from skillctl.project_mark import marked_root
from skillctl.skills.copying import Files, Refused, copy_files, differences, read_files
from skillctl.skills.document import FILE_NAME, read_skill_document
from skillctl.skills.project import too_wide
from skillctl.skills.read import strict_content
from skillctl.skills.staging import left_over, put, replace, restore, staged
from skillctl.skills.target import Target

INSTALLED, REPLACED, SAME = "installed", "replaced", "already installed"


@dataclass(frozen=True, slots=True)
class Source:
    """A real folder that holds a skill which can be used, and how it is printed."""

    name: str
    files: Files
    shown: str


@dataclass(frozen=True, slots=True)
class Installed:
    """What was done, where, and lines about what the user should know of."""

    action: str
    folder: Path
    notes: tuple[str, ...] = ()


def source_of(folder: Path, shown: str, home: Path) -> Source:
    """Judge what is to be installed; raises SkillctlError if it is no skill that can be used."""
    file = real_path(folder / FILE_NAME)
    base, shown = file.parent, row(shown)
    if not is_there(file) or file.name != FILE_NAME:
        raise SkillctlError(
            f"{shown} holds no {FILE_NAME}", hint="name the folder of a skill; nothing was written"
        )
    if too_wide(base, home):
        raise SkillctlError(
            f"{shown} is the home folder or lies above it: that is no skill",
            hint="put the skill into a folder of its own",
        )
    _refuse_leaving(folder, base, shown)
    content = strict_content(read_skill_document(file, f"{shown}/{FILE_NAME}"), {base.name})
    if isinstance(content, str):
        raise SkillctlError(
            f"the skill cannot be used: {content}", hint="mend it first; nothing was written"
        )
    try:
        return Source(content.name, read_files(base), shown)
    except (Refused, OSError) as error:
        raise _not_copied(shown, error) from None


def _refuse_leaving(folder: Path, base: Path, shown: str) -> None:
    """A link must not have another folder copied than the one that was named."""
    real = real_path(folder)
    holder = marked_root(Path(os.path.abspath(folder)))  # noqa: PTH100 # links are kept
    if not base.is_relative_to(real):
        link, out_of = f"{shown}/{FILE_NAME}", "of its folder"
    elif holder and not real.is_relative_to(real_path(holder)):
        link, out_of = shown, f"of {row(str(holder))}"
    else:
        return
    raise SkillctlError(
        f"{link} is a link that leads out {out_of}, to {row(str(base))}",
        hint="name that folder if it is the one you mean; nothing was written",
    )


def recover(source: Source, target: Target) -> tuple[str, ...]:
    """Put back what a process that was ended has left, and name what else is left of it.

    In a project nothing is put back: there a repository can have brought what looks like it.
    """
    folder = target.folder(source.name)
    if target.shared:
        return _named_only(folder, target)
    try:
        restored = restore(folder)
    except OSError as error:
        raise _not_copied(source.shown, error) from None
    put_back = f"{target.shown(folder)} was put back: an earlier install was ended before its end"
    notes = [put_back] if restored else []
    left = ", ".join(target.shown(folder.parent / name) for name in left_over(folder))
    words = f"left by an install that was ended, unless one runs right now: {left}; remove it"
    return (*notes, words) if left else tuple(notes)


def _named_only(folder: Path, target: Target) -> tuple[str, ...]:
    """What lies beside a place under our hidden names, whoever has put it there."""
    left = ", ".join(target.shown(folder.parent / name) for name in left_over(folder))
    words = (
        f"not touched: {left}; it is what an install leaves that runs right now or was ended, or "
        "it came with the repository: look at it, then move it to its place or remove it"
    )
    return (words,) if left else ()


def install(source: Source, target: Target, *, force: bool = False) -> Installed:
    """Put a copy into the target under the name of the skill, or leave all as it is.

    Raises SkillctlError if something else is there and `force` does not allow to replace it.
    """
    folder = target.folder(source.name)
    try:
        _refuse_overlap(source, folder, target)
        _refuse_other(source, folder, target)
        if not is_there(folder):
            with staged(target.root, source.name) as stage:
                copy_files(source.files, stage)
                put(stage, folder)
            return Installed(INSTALLED, folder, _left_out(source))
        return _over(source, folder, target, force=force)
    except (Refused, OSError) as error:
        raise _not_copied(source.shown, error) from None


def _over(source: Source, folder: Path, target: Target, *, force: bool) -> Installed:
    """Leave what is the same; replace what is not, if that is wanted."""
    other = _differences(source, folder)
    if not other:
        return Installed(SAME, folder)
    shown = target.shown(folder)
    if not force:
        raise SkillctlError(
            f"{shown} is there and holds other content; {'; '.join(other)}",
            hint="look at both, then replace it with --force; nothing was written",
        )
    with staged(target.root, source.name) as stage:
        copy_files(source.files, stage)
        left = replace(stage, folder)
    old = [f"{target.shown(folder.parent / left)} is what was there; remove it"] if left else []
    return Installed(REPLACED, folder, (*old, *_left_out(source)))


def _differences(source: Source, folder: Path) -> tuple[str, ...]:
    try:
        return differences(read_files(folder), source.files)
    except Refused as words:
        return (f"of what is there: {words}",)


def _refuse_overlap(source: Source, folder: Path, target: Target) -> None:
    """A copy inside of itself, or one that replaces what holds its source."""
    base, root, real = source.files.base, real_path(target.root), real_path(folder)
    if base == real:
        return
    if root.is_relative_to(base) or base.is_relative_to(real):
        raise SkillctlError(
            f"{source.shown} and {target.shown(folder)} lie one inside of the other",
            hint="copy the skill to another place first; nothing was written",
        )


def _refuse_other(source: Source, folder: Path, target: Target) -> None:
    """What stands there and is no skill of that name is never replaced."""
    taken = target.taken(source.name)
    if taken and taken != source.name:
        raise SkillctlError(
            f"{target.shown(target.folder(taken))} differs only in the form of its letters from "
            f"{row(source.name)}",
            hint="rename it or remove it; nothing was written",
        )
    if is_there(folder) and not (is_folder(folder) and is_there(folder / FILE_NAME)):
        what = "is a link to nothing" if is_link(folder) else f"holds no {FILE_NAME}"
        raise SkillctlError(
            f"{target.shown(folder)} is in the way: it {what}",
            hint="move it away; what is no skill is not replaced",
        )


def _left_out(source: Source) -> tuple[str, ...]:
    names = ", ".join(row(path) for path in source.files.left_out)
    return (f"not copied, since it is no part of a skill: {names}",) if names else ()


def _not_copied(shown: str, error: Refused | OSError) -> SkillctlError:
    words = str(error)
    if isinstance(error, OSError):
        place = f"{row(str(error.filename))}: " if error.filename else ""
        words = f"{place}{error.strerror or error}"
    return SkillctlError(
        f"{shown} cannot be installed: {words}", hint="nothing was written or replaced"
    )
