"""The text of a skill that waits for consent: what a model would be told to do (skills.md 4)."""

import shlex
from collections.abc import Iterator
from datetime import UTC
from pathlib import Path

from skillctl.cli.items import Subject
from skillctl.cli.surroundings import Surroundings
from skillctl.consent.changes import lost_files
from skillctl.policy.text import row
from skillctl.report.plain import counted
from skillctl.skills.model import Skill
from skillctl.worktree import Workspace

MOST = 24_000
PACKAGE = "package"
_TAB = 4


def instructions(skill: Skill) -> Iterator[str]:
    """The instructions line by line, each behind a bar, so that none passes for a line of ours.

    Of a very long text the beginning is shown, with how much is missing and where all of it is.
    """
    whole = _lines(skill.body)
    blank = next((number for number, line in enumerate(whole) if line.strip()), None)
    if blank is None:
        yield "instructions: none"
    else:
        count, first = counted(len(whole) - blank, "line"), skill.body_line + blank
        yield f"instructions: {count}, from {skill.shown}:{first}"
        shown = _lines(skill.body[:MOST])[blank:]
        yield from (f"| {line.expandtabs(_TAB)}".rstrip(" ") for line in shown)
    if len(skill.body) > MOST:
        left = f"{len(skill.body) - MOST:,} of {len(skill.body):,} characters are not shown"
        yield f"instructions go on: {left}; read all of {skill.shown} before you agree"
    files = sum(resource.kind != "leaves" for resource in skill.resources)
    if files:
        yield f"not shown: the text of {counted(files, 'other file')}; read it in {skill.folder}"


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").rstrip("\n").split("\n")


def old_text(subject: Subject, here: Surroundings, workspace: Workspace) -> str:
    """Where the former text of changed files may still be: only digests of it are kept."""
    record = subject.record
    lost = lost_files(record, subject.item) if record else ()
    if not record or not lost:
        return ""
    words = "the former text is not kept, only its digest"
    package = subject.skill is not None and subject.skill.scope == PACKAGE
    if workspace.listed is None or package or not record.at:
        return words
    base = subject.skill.base if subject.skill else workspace.root
    files = [base / path for path in lost]
    git = "git"
    if here.cwd.resolve().is_relative_to(workspace.tree):
        files = [Path(here.shown(file)) for file in files]
    else:
        git += f" -C {shlex.quote(row(str(workspace.root)))}"
    paths = " ".join(shlex.quote(row(str(file))) for file in files)
    when = f"'HEAD@{{{record.at.astimezone(UTC):%Y-%m-%d %H:%M:%S} +0000}}'"
    return f"{words}; if git has it: {git} diff {when} -- {paths}"
