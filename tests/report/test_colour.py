from skillctl.findings import Severity
from skillctl.report.colour import BOLD, SEVERITY, Style


def test_paint_wraps_and_resets():
    assert Style(on=True).paint("x", BOLD) == "\x1b[1mx\x1b[0m"


def test_off_or_empty_stays_as_it_is():
    assert Style(on=False).paint("x", BOLD) == "x"
    assert Style(on=True).paint("", BOLD) == ""


def test_every_severity_has_its_own_colour():
    assert SEVERITY.keys() == set(Severity)
    assert len(set(SEVERITY.values())) == 3
