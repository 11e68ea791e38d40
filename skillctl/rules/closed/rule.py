"""From a defect that a command of its own reports to a rule of lint: one declaration for both."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from textwrap import fill

from skillctl.findings import Defect, Safety
from skillctl.report.misfits import not_utf8, rename_intent, rename_words
from skillctl.rules.rule import Repair, Replacement, Rule, Span, Violation
from skillctl.source.closed import Misfit
from skillctl.source.file import SourceFile, Undecodable
from skillctl.source.read import Unreadable

COLUMNS = 96
SYNTAX = "syntax"


@dataclass(frozen=True)
class ClosedDocument:
    """A file of one closed format as it was read; `examine` says what is wrong with it."""

    read: SourceFile | Undecodable | Unreadable
    examine: Callable[[SourceFile], tuple[Misfit, ...]]

    @cached_property
    def misfits(self) -> tuple[Misfit, ...]:
        """Everything that is wrong with the text; nothing if there is none."""
        return self.examine(self.read) if isinstance(self.read, SourceFile) else ()


def closed_rule(defect: Defect, command: str) -> Rule[ClosedDocument]:
    """The rule that finds what `skillctl COMMAND` finds; a defect's misfits bear its name."""

    def check(document: ClosedDocument) -> Iterator[Violation]:
        if defect.name == SYNTAX and not isinstance(document.read, SourceFile):
            yield _no_text(defect, document.read)
        for misfit in document.misfits:
            if misfit.name == defect.name and isinstance(document.read, SourceFile):
                yield _violation(misfit, document.read.text)

    check.__doc__ = f"{defect.what}\n\n{fill(defect.why, COLUMNS)}"
    return Rule(
        code=defect.code,
        name=defect.name,
        severities=defect.severities,
        message="{message}",
        consequence=defect.consequence,
        advice="{advice}",
        check=check,
        example=defect.example,
        security=defect.security,
        fix=Safety.SAFE if defect.renames else None,
        commands=(command, *defect.commands),
    )


def _no_text(defect: Defect, read: Undecodable | Unreadable) -> Violation:
    """A file that cannot be read, or is not UTF-8."""
    if isinstance(read, Unreadable):
        advice = "make it a file that can be read, or exclude it"
        return Violation(values={"message": f"the file {read.reason}", "advice": advice})
    found = not_utf8(defect, read)
    at, values = found.location, {"message": found.message, "advice": found.advice}
    place = (at.start, at.end) if at.start and at.end else None
    return Violation(place=place, values=values)


def _violation(misfit: Misfit, text: str) -> Violation:
    return Violation(
        span=Span(misfit.start, misfit.end),
        values={"message": misfit.message, "advice": misfit.advice},
        field=misfit.field,
        related=tuple((Span(start, end), words) for start, end, words in misfit.related),
        repair=_rename(misfit, misfit.rename, text) if misfit.rename else None,
    )


def _rename(misfit: Misfit, name: str, text: str) -> Repair:
    edits = tuple(Replacement(Span(*place), name) for place in misfit.renamed(text))
    return Repair(Safety.SAFE, rename_words(name), edits, rename_intent(misfit))
