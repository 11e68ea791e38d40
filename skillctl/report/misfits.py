"""What is wrong with a closed file of ours (a fake, a scenario), as findings."""

from dataclasses import replace

from skillctl.errors import Location, Position
from skillctl.findings import Absent, Defect, Edit, Finding, Fix, Related, Safety
from skillctl.source.closed import Misfit
from skillctl.source.file import SourceFile, Undecodable
from skillctl.source.tree import pointer


def finding_of(defect: Defect, place: Location, message: str, advice: str | None = None) -> Finding:
    """A finding of the gravest severity that a defect has."""
    return Finding(
        code=defect.code,
        name=defect.name,
        severity=defect.severities[0],
        message=message,
        consequence=defect.consequence,
        location=place,
        kind=defect.kind,
        security=defect.security,
        advice=advice,
    )


def not_utf8(defect: Defect, source: Undecodable) -> Finding:
    """The finding for a file that is not UTF-8."""
    guess = f"; it seems to be {source.guess}" if source.guess else ""
    start = Position(source.line, source.column, source.offset)
    end = Position(source.line, source.column + 1, source.offset + 1)
    place = Location(source.path, start, end)
    message = f"byte {source.bad[:1].hex()} is not UTF-8{guess}"
    return finding_of(defect, place, message, "save the file as UTF-8")


def misfit_finding(defect: Defect, source: SourceFile, misfit: Misfit) -> Finding:
    """The finding for what is not as declared; a key that is only misspelt can be renamed."""
    place = source.location(misfit.start, misfit.end)
    found = finding_of(defect, place, misfit.message, misfit.advice)
    related = tuple(Related(source.location(s, e), words) for s, e, words in misfit.related)
    fix = _rename(source, misfit, misfit.rename) if misfit.rename else None
    return replace(with_line(found, source), fix=fix, related=related, field=misfit.field)


def with_line(found: Finding, source: SourceFile) -> Finding:
    """The finding with the source line that it stands in."""
    start = found.location.start
    return replace(found, line=source.line(start.line) if start else None)


def _rename(source: SourceFile, misfit: Misfit, name: str) -> Fix:
    spans = ((source.position(s), source.position(e)) for s, e in misfit.renamed(source.text))
    edits = tuple(Edit(source.path, start.offset, end.offset, name) for start, end in spans)
    return Fix(Safety.SAFE, rename_words(name), edits, rename_intent(misfit))


def rename_words(name: str) -> str:
    """What the repair of a misspelt key does."""
    return f'rename the key to "{name}"'


def rename_intent(misfit: Misfit) -> dict[str, object]:
    """What changes by a rename, by JSON pointer; nothing if nobody knows where the key stands."""
    if misfit.field is None or misfit.rename is None:
        return {}
    above = misfit.field.rpartition("/")[0]
    return {misfit.field: Absent.ABSENT, above + pointer(misfit.rename): misfit.value}
