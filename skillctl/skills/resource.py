"""Tier 3: one file of a skill, only as it was agreed to (skills.md section 9)."""

import re
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from skillctl.files import NotRegularFileError, mode_of, open_file, real_path
from skillctl.nearest import did_you_mean
from skillctl.policy.text import one_line
from skillctl.skills.files import MOST_READ, is_hidden, text_of, within
from skillctl.skills.model import Resource, Skill
from skillctl.skills.walk import FILE_NAME
from skillctl.worktree import digest_data

MOST_NEAR = 5
MOST_NAMED = 20
NOT_RELATIVE = "resource must be a relative path inside the skill"
OUTSIDE = "resource is outside the skill"
_NOT_RELATIVE = re.compile(r"/|[A-Za-z]:|\Z")


class ResourceRefused(Exception):
    """A file of a skill that is not given; says why in words for the model."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A file that may be given; `text` is None if it is binary."""

    path: str
    size: int
    sha256: str
    text: str | None


def open_resource(skill: Skill, wanted: str) -> Opened:
    """Find a file by its relative path and read it; raises ResourceRefused."""
    resource, file = _found(skill, wanted)
    if resource.path == FILE_NAME:
        return Opened(FILE_NAME, resource.size, skill.sha256, skill.text)
    data = _data(resource, file)
    return Opened(resource.path, len(data), resource.sha256, text_of(data))


def open_agreed(skill: Skill, resource: Resource) -> Opened:
    """Read a file of a skill, if what is there now was agreed to; raises ResourceRefused.

    The bytes that are given are those that were judged: there is one read.
    """
    file = real_path(skill.base / resource.path)
    if not within(skill, file):
        raise ResourceRefused(OUTSIDE)
    data = _data(resource, file)
    return Opened(resource.path, len(data), resource.sha256, text_of(data))


def raw_resource(skill: Skill, wanted: str) -> bytes:
    """The bytes of a file as they were agreed to; raises ResourceRefused."""
    return _data(*_found(skill, wanted))


def _found(skill: Skill, wanted: str) -> tuple[Resource, Path]:
    """The resource that a path names, or `SKILL.md`, and where it really lies."""
    path = _relative(wanted)
    if is_hidden(path):
        raise ResourceRefused("hidden files are not part of a skill's resources")
    file = real_path(skill.base / path)
    if not within(skill, file):
        raise ResourceRefused(OUTSIDE)
    if path == FILE_NAME:
        return _instructions(skill), file
    resource = next((r for r in skill.resources if r.path == path), None)
    if resource is None:
        raise ResourceRefused(_missing(skill, path, file))
    return resource, file


def agreed_file(skill: Skill, path: str) -> Resource | None:
    """What a path exactly names among the files that have a digest in the view, or None."""
    if path == FILE_NAME:
        return _instructions(skill)
    return next((r for r in skill.resources if r.path == path and r.sha256), None)


def _instructions(skill: Skill) -> Resource:
    """`SKILL.md` as a file like the others."""
    return Resource(path=FILE_NAME, size=len(skill.text.encode()), sha256=skill.sha256)


def _relative(wanted: str) -> str:
    """A path with `/` and without empty parts, unless it is absolute, climbs, or cannot be."""
    path = wanted.replace("\\", "/")
    parts = [part for part in path.split("/") if part not in ("", ".")]
    climbing = ".." in parts or not parts
    impossible = "\0" in path or any("\ud800" <= c <= "\udfff" for c in path)
    if climbing or impossible or _NOT_RELATIVE.match(path):
        raise ResourceRefused(NOT_RELATIVE)
    return "/".join(parts)


def _missing(skill: Skill, path: str, file: Path) -> str:
    """Why a path is none of the skill's resources."""
    mode = mode_of(file)
    if S_ISDIR(mode):
        below = [r.path for r in skill.resources if r.path.startswith(f"{path}/")]
        return f'"{one_line(path)}" is a folder; its files: {_names(below, MOST_NAMED)}'
    if S_ISREG(mode):
        return f'"{one_line(path)}" is not part of what was agreed to for this skill'
    if mode:
        return f'"{one_line(path)}" is not a regular file'
    hint = did_you_mean(path, [r.path for r in skill.resources], most=MOST_NEAR)
    return "; ".join(filter(None, [f'no file "{one_line(path)}" in the skill', one_line(hint)]))


def _names(paths: list[str], most: int) -> str:
    more = f" and {len(paths) - most} more" if len(paths) > most else ""
    return (", ".join(one_line(path) for path in paths[:most]) or "none") + more


def _data(resource: Resource, file: Path) -> bytes:
    shown = one_line(resource.path)
    changed = f"{shown} changed since this message; it is read again with the next message"
    if resource.kind == "leaves":
        raise ResourceRefused(OUTSIDE)
    if resource.kind == "large":
        raise ResourceRefused(f"{shown} is {resource.size:,} bytes; limit {MOST_READ:,}: not read")
    try:
        with open_file(file) as stream:
            data = stream.read(MOST_READ + 1)
    except (NotRegularFileError, FileNotFoundError):
        raise ResourceRefused(changed) from None
    except OSError as error:
        raise ResourceRefused(f"{shown} cannot be read: {error.strerror}") from None
    if digest_data(data) != resource.sha256:
        raise ResourceRefused(changed)
    return data
