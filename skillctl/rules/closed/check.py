"""Checking files of a closed format: their text, their rules, and the comments in them."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from skillctl.findings import Case, Defect
from skillctl.rules.closed.rule import ClosedDocument, closed_rule
from skillctl.rules.comments import HASH, Comments, comments_in, judged
from skillctl.rules.engine import Checker
from skillctl.rules.find.found import Target
from skillctl.rules.find.paths import is_itself
from skillctl.rules.finding import About
from skillctl.rules.rule import Rule
from skillctl.source.closed import Misfit
from skillctl.source.file import SourceFile, Undecodable, decode
from skillctl.source.read import Unreadable, read_source
from skillctl.source.toml_text import parse_toml

COMMENTS = comments_in(HASH, lambda source: parse_toml(source)[0])


class Format(NamedTuple):
    """A closed format: the kind of its files, their rules, what examines them, their most bytes.

    What examines a file is told the folder that it lies in, which other files may be named from.
    """

    kind: str
    rules: tuple[Rule[ClosedDocument], ...]
    examine: Callable[[SourceFile, Path], tuple[Misfit, ...]]
    limit: int

    def check(self, checker: Checker, targets: Sequence[Target]) -> Iterator[Case]:
        """Read and check one file after the other; no document is kept."""
        for target in targets:
            read = read_source(Path(target.path), target.shown, self.limit)
            yield self._check(checker, target, read)

    def check_text(self, checker: Checker, target: Target, data: bytes) -> Case:
        """Check a text as the file of that name."""
        read = decode(target.shown, data)
        return self._check(checker, target, read)

    def _check(
        self, checker: Checker, target: Target, read: SourceFile | Undecodable | Unreadable
    ) -> Case:
        source = read if isinstance(read, SourceFile) else None
        about = About(
            kind=self.kind,
            name=Path(target.path).name,
            path=target.shown,
            source=source,
            quoted=is_itself(Path(target.path)),
        )
        folder = Path(target.path).parent
        document = ClosedDocument(read, lambda source: self.examine(source, folder))
        found = list(checker.run(self.rules, document, about))
        return judged(checker, about, found, target.path, Comments(COMMENTS, self.rules))


def rules_of(defects: Sequence[Defect], command: str) -> tuple[Rule[ClosedDocument], ...]:
    """The rules of a format: one for each defect that its command reports."""
    return tuple(closed_rule(defect, command) for defect in defects)
