"""`skillctl snapshot`: keep what reaches the model, and see what changes (harness.md section 7)."""

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from skillctl.cli import options
from skillctl.cli.ground import Wanted, gathered, standpoint
from skillctl.cli.notice import say
from skillctl.cli.options import ReportFormat
from skillctl.cli.surroundings import Surroundings, surroundings
from skillctl.drift.change import Change
from skillctl.errors import SkillctlError
from skillctl.files import real_path
from skillctl.scenario.snapshot_folder import Snapshot
from skillctl.scenario.snapshot_leftovers import settle

app = typer.Typer(no_args_is_help=True, help="Keep and compare what reaches the model.")
USUAL = Path(".skillctl") / "snapshot"


class FailOn(StrEnum):
    """The least class of change that fails; each class fails with those above it."""

    BREAKING = "breaking"
    PROMPT_ONLY = "prompt-only"
    ORDER_ONLY = "order-only"


Folder = Annotated[
    Path | None,
    typer.Option(
        "--dir", metavar="DIR", help="The snapshot folder.", show_default=USUAL.as_posix()
    ),
]
Least = Annotated[
    FailOn,
    typer.Option("--fail-on", help="The least class of change that fails; cosmetic never does."),
]


Dialects = Annotated[
    list[str] | None,
    typer.Option(
        "--dialect",
        metavar="NAME",
        help="Keep the request body in this dialect: openai-chat, openai-responses or "
        "anthropic-messages. May be given more than once.",
        show_default="those of the snapshot, else openai-chat",
    ),
]


@app.command()
def take(
    *,
    folder: Folder = None,
    dialect: Dialects = None,
    project: options.Project = None,
    consent_from: options.ConsentFrom = None,
) -> int:
    """Write a new snapshot of everything that reaches the model; never over an old one."""
    from skillctl.scenario.snapshot_folder import write_new

    here = surroundings()
    _refuse_in_ci(here, "take")
    settle(_place(here, folder, project))
    wanted = Wanted(project=project, allow_list=consent_from)
    now, path = _now(here, folder, wanted, dialect or (), keep=True)
    write_new(path, here.shown(path), now)
    sys.stdout.write(f"took {here.shown(path)}: {_summary(now)}\n")
    return 0


@app.command()
def check(
    *,
    folder: Folder = None,
    project: options.Project = None,
    consent_from: options.ConsentFrom = None,
    fail_on: Least = FailOn.ORDER_ONLY,
    style: options.ReportStyle = ReportFormat.TEXT,
) -> int:
    """Compare the snapshot with what reaches the model now; exits with 1 if they differ."""
    here = surroundings()
    path = _place(here, folder, project)
    settle(path)
    old = _kept(here, path)
    wanted = Wanted(project=project, allow_list=consent_from)
    now, _ = _now(here, folder, wanted, old.dialects)
    changes = _changes(old, now)
    waits = list(dict.fromkeys(change.waits for change in changes if change.waits))
    if style is ReportFormat.TEXT and waits:
        say(_nothing_agreed(waits, old))
    code = _print(changes, here.shown(path), now, fail_on, style)
    if style is ReportFormat.TEXT and code:
        say([_what_to_do(here, wanted, waits)])
    return code


def _nothing_agreed(waits: Sequence[str], old: Snapshot) -> list[str]:
    """Say of a fresh clone, where all of the snapshot waits for consent, that it is one."""
    from skillctl.report.plain import counted
    from skillctl.scenario.snapshot_changes import agreed

    if not agreed(old) <= {*waits}:
        return []
    kinds = Counter(name.partition(" ")[0] for name in waits)
    words = " and ".join(counted(number, kind) for kind, number in sorted(kinds.items()))
    verb = "waits" if len(waits) == 1 else "wait"
    return [f"nothing of this snapshot is agreed to here: {words} {verb} for consent"]


def _what_to_do(here: Surroundings, wanted: Wanted, waits: Sequence[str]) -> str:
    """How a check becomes clean: what waits is granted, what has changed is accepted."""
    if not waits:
        return "if this is what you want: skillctl snapshot accept"
    from skillctl.cli.items import gather_items

    items = gather_items(here, wanted, lazily=True)
    meant = [s for s in items.subjects if s.waits and f"{s.item.kind} {s.item.name}" in waits]
    meant.sort(key=lambda subject: waits.index(f"{subject.item.kind} {subject.item.name}"))
    todo = items.grant_commands(meant) or "skillctl consent status"
    return f"look and grant, then check again: {todo}"


@app.command()
def accept(
    *,
    folder: Folder = None,
    dialect: Dialects = None,
    project: options.Project = None,
    consent_from: options.ConsentFrom = None,
) -> int:
    """Print what changed, then put a new snapshot in the place of the old one."""
    from skillctl.scenario.snapshot_folder import replace

    here = surroundings()
    _refuse_in_ci(here, "accept")
    path = _place(here, folder, project)
    settle(path)
    old = _kept(here, path)
    wanted = Wanted(project=project, allow_list=consent_from)
    now, _ = _now(here, folder, wanted, dialect or old.dialects, keep=True)
    if old == now:
        sys.stdout.write(f"{here.shown(path)} is up to date\n")
        return 0
    _print(_changes(old, now), here.shown(path), now, FailOn.ORDER_ONLY, ReportFormat.TEXT)
    replace(path, here.shown(path), now)
    sys.stdout.write(f"accepted into {here.shown(path)}: {_summary(now)}\n")
    return 0


@app.command()
def diff(
    old: Annotated[Path, typer.Argument(metavar="A", help="The older snapshot folder.")],
    new: Annotated[Path, typer.Argument(metavar="B", help="The newer snapshot folder.")],
    *,
    fail_on: Least = FailOn.ORDER_ONLY,
    style: options.ReportStyle = ReportFormat.TEXT,
) -> int:
    """Compare two snapshot folders; exits with 1 if they differ."""
    here = surroundings()
    before, after = (_kept(here, here.cwd / path) for path in (old, new))
    return _print(_changes(before, after), new.as_posix(), after, fail_on, style)


def _refuse_in_ci(here: Surroundings, command: str) -> None:
    """A machine that checks must not bless what it checks."""
    if here.environment.get("CI", "").lower() not in ("", "0", "false"):
        raise SkillctlError(
            f"snapshot {command} is refused where CI is set",
            hint="run it by hand, look at the diff, and commit it; in CI: skillctl snapshot check",
        )


def _place(here: Surroundings, folder: Path | None, project: Path | None) -> Path:
    """The folder that was named, seen from here; else the usual one of the project."""
    from skillctl.skills.project import find_project

    if folder is not None:
        return here.cwd / folder
    root = find_project(here.cwd, here.home, project).root
    path = root / USUAL
    if not real_path(path.parent).is_relative_to(real_path(root)):
        raise SkillctlError(
            f"{here.shown(path.parent)} is a link that leaves the project; nothing was done",
            hint="remove the link, or name the folder of the snapshot with --dir",
        )
    return path


def _kept(here: Surroundings, path: Path) -> Snapshot:
    from skillctl.scenario.snapshot_changes import refuse_malformed
    from skillctl.scenario.snapshot_folder import read_snapshot

    snapshot = read_snapshot(path, here.shown(path))
    refuse_malformed(snapshot, here.shown(path))
    return snapshot


def _now(
    here: Surroundings,
    folder: Path | None,
    wanted: Wanted,
    dialects: Sequence[str],
    *,
    keep: bool = False,
) -> tuple[Snapshot, Path]:
    """What reaches the model now; servers that were agreed to start for it, and end.

    A server may tell the model what it was given: that is said where it is about to be kept.
    """
    from skillctl.scenario.snapshot import ordered
    from skillctl.scenario.snapshot import take as take_snapshot

    names = ordered(dialects)
    stand = standpoint(here, wanted)
    with gathered(stand, wanted) as seen:
        now = take_snapshot(seen.view, stand.settings, names)
        if keep:
            say(_values_in(now, seen.secrets))
        return now, _place(here, folder, wanted.project)


def _values_in(snapshot: Snapshot, values: Mapping[str, str]) -> list[str]:
    """Say which values of servers stand in the snapshot, as it may be for the repository."""
    from skillctl.policy.redaction import Redactor

    redactor = Redactor(values)
    held = {name: redactor.held(data.decode()) for name, data in snapshot.files.items()}
    names = ", ".join(sorted(frozenset().union(*held.values())))
    files = ", ".join(sorted(redactor.text(name) for name, found in held.items() if found))
    if not names:
        return []
    words = (
        f"the snapshot holds values that servers are given ({names}), since they reach the model"
    )
    return [f"{words}: {files}; if one is secret, do not commit the snapshot, and mend the server"]


def _summary(snapshot: Snapshot) -> str:
    from skillctl.report.plain import counted
    from skillctl.tokens import quarter, shown

    many = len(snapshot.dialects) > 1
    tools = sum(name.startswith("tools/") for name in snapshot.files)
    skills = sum(name.startswith("skills/") for name in snapshot.files)
    sizes = (
        f"{f'{name} ' * many}{len(body):,} bytes, {shown(quarter(len(body)))} tokens"
        for name, body in zip(snapshot.dialects, snapshot.bodies.values(), strict=True)
    )
    return f"{counted(tools, 'tool')}, {counted(skills, 'skill')}; {'; '.join(sizes)}"


def _changes(old: Snapshot, new: Snapshot) -> tuple[Change, ...]:
    from skillctl.scenario.snapshot_changes import compare

    return compare(old, new)


def _print(
    changes: Sequence[Change], folder: str, new: Snapshot, fail_on: FailOn, style: ReportFormat
) -> int:
    from skillctl.report.formats import FORMATS
    from skillctl.scenario.snapshot_report import FAIL_ON, report_of

    body = next(iter(new.bodies))
    report = report_of(changes, folder, FAIL_ON[fail_on], "snapshot", body)
    sys.stdout.write(FORMATS[style](report))
    sys.stdout.flush()
    return 1 if report.failed else 0
