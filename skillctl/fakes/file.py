"""Reading a fake server file: everything that is wrong with it, or the file to work from."""

from pathlib import Path

from skillctl.errors import Location, SkillctlError
from skillctl.fakes.build import build
from skillctl.fakes.check import errors, finding, undecodable, warnings
from skillctl.fakes.model import FakeFile
from skillctl.findings import Finding
from skillctl.source.closed import Misfit
from skillctl.source.closed_head import no_toml
from skillctl.source.file import SourceFile, Undecodable
from skillctl.source.read import Unreadable, read_source
from skillctl.source.toml_text import parse_toml
from skillctl.source.tree import Node

MAX_BYTES = 8 * 1_048_576


def read_fake(path: Path, shown: str) -> SourceFile | Undecodable:
    """Read the text of a fake file; `shown` is the path that messages print.

    Raises SkillctlError if there is nothing that can be read, or over 8 MiB.
    """
    source = read_source(path, shown, MAX_BYTES)
    if isinstance(source, Unreadable):
        raise SkillctlError(f"the fake {source.reason}", location=Location(shown))
    return source


def load_fake(path: Path, shown: str) -> FakeFile:
    """Read a fake file; raises SkillctlError with the place of its first error."""
    return parse_fake(read_fake(path, shown), path.parent)


def parse_fake(source: SourceFile | Undecodable, folder: Path | None = None) -> FakeFile:
    """Make the file to work from; raises SkillctlError with the place of the first error.

    Without its folder the files that its replies name answer with an empty result.
    """
    if isinstance(source, Undecodable):
        raise _refusal(undecodable(source), 0)
    node, found = _examine(source, folder)
    if node is None or found:
        raise _refusal(finding(source, found[0]), len(found) - 1)
    return build(source, node, folder)


def check_fake(source: SourceFile | Undecodable, folder: Path | None = None) -> tuple[Finding, ...]:
    """Everything that is wrong with a fake file, as findings."""
    if isinstance(source, Undecodable):
        return (undecodable(source),)
    return tuple(finding(source, misfit) for misfit in fake_misfits(source, folder))


def fake_misfits(source: SourceFile, folder: Path | None = None) -> tuple[Misfit, ...]:
    """Everything that is wrong with a fake file; warnings only where there is no error.

    The files that its replies name are looked for in the folder, if that is given.
    """
    node, found = _examine(source, folder)
    if node is None or found:
        return found
    return warnings(source, node, build(source, node))


def _examine(source: SourceFile, folder: Path | None) -> tuple[Node | None, tuple[Misfit, ...]]:
    """The tree of a file, if there is one, and the errors in it."""
    node, problems = parse_toml(source)
    if node is None:
        return None, tuple(map(no_toml, problems))
    return node, errors(node, folder)


def _refusal(first: Finding, more: int) -> SkillctlError:
    rest = f" (and {more} more: see skillctl fake check)" if more else ""
    return SkillctlError(
        f"{first.code} {first.name}: {first.message}{rest}",
        hint=first.advice,
        location=first.location,
    )
