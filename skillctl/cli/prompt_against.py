"""`prompt --against`: how much of a kept request is still the same, and what is not."""

from collections.abc import Iterator
from dataclasses import replace
from difflib import unified_diff

from skillctl.agent.assembly import Assembly
from skillctl.agent.ground import Gathered
from skillctl.cli.prompt_reference import Reference
from skillctl.drift.change import Change
from skillctl.errors import Location, SkillctlError
from skillctl.policy.text import row
from skillctl.scenario.snapshot_folder import Snapshot, body_file
from skillctl.settings import Settings

EQUAL, DIFFERS = 0, 1


def prefix_text(
    built: Assembly, seen: Gathered, reference: Reference, method: str
) -> tuple[str, int]:
    """The line of the shared prefix, and the exit code."""
    from skillctl.agent.shared_prefix import prefix_line, shared_prefix
    from skillctl.policy.redaction import Redactor

    prefix = shared_prefix(built, reference.body(built.dialect))
    line = prefix_line(built, prefix, method)
    return f"{Redactor(seen.secrets).text(line)}\n", DIFFERS if prefix.place else EQUAL


def diff_text(
    built: Assembly, seen: Gathered, settings: Settings, reference: Reference
) -> tuple[str, int]:
    """A unified diff of all that can be read, then the class of each change; and the exit code."""
    from skillctl.scenario.snapshot_changes import compare

    body = reference.body(built.dialect)
    old, new = _both(built, seen, settings, reference)
    changes = sorted(compare(old, new), key=lambda change: -change.drift)
    lines = [*_diff(_readable(old), _readable(new), reference.shown)]
    lines += [""] * bool(lines and changes) + [_line(change) for change in changes]
    return "".join(f"{line}\n" for line in lines), EQUAL if body == built.body else DIFFERS


def _both(
    built: Assembly, seen: Gathered, settings: Settings, reference: Reference
) -> tuple[Snapshot, Snapshot]:
    """What was kept and what is now, in the files of a snapshot that both have."""
    from skillctl.scenario.body_parts import NoBody
    from skillctl.scenario.body_text import body_snapshot, readable
    from skillctl.scenario.snapshot import take

    body = reference.body(built.dialect)
    try:
        if reference.snapshot is None:
            return readable(body_snapshot(body), body_snapshot(built.body))
        before = replace(reference.snapshot, dialects=(built.dialect,))
        now = take(seen.view, settings, [built.dialect])
        now = replace(now, files={**now.files, body_file(built.dialect): built.body})
        return readable(before, now)
    except NoBody as error:
        raise SkillctlError(
            str(error),
            hint="keep one with: skillctl prompt --format body",
            location=Location(reference.shown),
        ) from None


def _readable(snapshot: Snapshot) -> dict[str, list[str]]:
    """The lines of each file that a person can read."""
    files = snapshot.files.items()
    texts = {name: data.decode() for name, data in files if not name.startswith("body.")}
    return {name: text.removesuffix("\n").split("\n") for name, text in texts.items()}


def _diff(old: dict[str, list[str]], new: dict[str, list[str]], shown: str) -> Iterator[str]:
    for name in sorted(old.keys() | new.keys()):
        before = f"{shown}/{name}" if name in old else "/dev/null"
        after = f"now/{name}" if name in new else "/dev/null"
        was, now = old.get(name, []), new.get(name, [])
        yield from unified_diff(was, now, before, after, lineterm="")


def _line(change: Change) -> str:
    path = "" if change.path == "$" else f" {change.path}"
    return row(f"{change.drift}: {change.item}{path}: {change.reason or 'changed'}")
