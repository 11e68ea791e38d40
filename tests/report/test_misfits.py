from skillctl.errors import Location
from skillctl.findings import Defect, Edit, Fix, Safety, Severity
from skillctl.report.misfits import finding_of, misfit_finding, not_utf8, with_line
from skillctl.source.closed import Misfit
from skillctl.source.file import Undecodable, decode

DEFECT = Defect(
    code="XX001",
    name="odd",
    kind="fake",
    consequence="so it goes",
    what="It is even.",
    why="Because.",
    severities=(Severity.WARNING, Severity.NOTE),
)
SOURCE = decode("a.toml", b"one = 1\n\xc3\xa9nd = 2\n")


def test_a_finding_has_the_words_and_the_gravest_severity_of_its_defect():
    found = finding_of(DEFECT, Location("a.toml"), "it is odd", "make it even")
    assert (found.code, found.name, found.kind) == ("XX001", "odd", "fake")
    assert (found.severity, found.consequence) == (Severity.WARNING, "so it goes")
    assert (found.message, found.advice) == ("it is odd", "make it even")
    assert finding_of(DEFECT, Location("a.toml"), "it is odd").advice is None


def test_a_finding_with_its_source_line():
    at = finding_of(DEFECT, SOURCE.location(8, 11), "it is odd")
    assert with_line(at, SOURCE).line == "énd = 2"
    nowhere = finding_of(DEFECT, Location("a.toml"), "it is odd")
    assert with_line(nowhere, SOURCE).line is None


def test_a_misspelt_key_is_renamed_by_bytes():
    found = misfit_finding(DEFECT, SOURCE, Misfit("odd", "what", 8, 11, "how", "end"))
    assert found.location.start[:2] == (2, 1)
    assert found.fix == Fix(Safety.SAFE, 'rename the key to "end"', (Edit("a.toml", 8, 12, "end"),))
    assert misfit_finding(DEFECT, SOURCE, Misfit("odd", "what", 8, 11, "how")).fix is None


def test_a_file_that_is_not_utf8():
    source = decode("a.toml", b"one\n\xff = 1\n")
    assert isinstance(source, Undecodable)
    found = not_utf8(DEFECT, source)
    assert found.message == "byte ff is not UTF-8"
    assert found.location.start[:3] == (2, 1, 4)
    assert found.advice == "save the file as UTF-8"
    wide = decode("a.toml", "one".encode("utf-16"))
    assert "it seems to be UTF-16LE" in not_utf8(DEFECT, wide).message
