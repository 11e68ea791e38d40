"""Reading a fake server file: everything that is wrong with it, or the file to work from."""

from pathlib import Path

from skillctl.errors import Location, SkillctlError
from skillctl.fakes.build import build
from skillctl.fakes.check import errors, no_toml, undecodable, warnings
from skillctl.fakes.model import FakeFile
from skillctl.findings import Finding
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
    return parse_fake(read_fake(path, shown))


def parse_fake(source: SourceFile | Undecodable) -> FakeFile:
    """Make the file to work from; raises SkillctlError with the place of the first error."""
    node, found = _examine(source)
    if node is None or found or isinstance(source, Undecodable):
        raise _refusal(found)
    return build(source, node)


def check_fake(source: SourceFile | Undecodable) -> tuple[Finding, ...]:
    """Everything that is wrong with a fake file; warnings only where there is no error."""
    node, found = _examine(source)
    if node is None or found or isinstance(source, Undecodable):
        return found
    return tuple(warnings(source, node, build(source, node)))


def _examine(source: SourceFile | Undecodable) -> tuple[Node | None, tuple[Finding, ...]]:
    """The tree of a file, if there is one, and the errors in it."""
    if isinstance(source, Undecodable):
        return None, (undecodable(source),)
    node, problems = parse_toml(source)
    if node is None:
        return None, tuple(no_toml(source, problem) for problem in problems)
    return node, tuple(errors(source, node))


def _refusal(found: tuple[Finding, ...]) -> SkillctlError:
    first, more = found[0], len(found) - 1
    rest = f" (and {more} more: see skillctl fake check)" if more else ""
    return SkillctlError(
        f"{first.code} {first.name}: {first.message}{rest}",
        hint=first.advice,
        location=first.location,
    )
