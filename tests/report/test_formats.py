"""Golden reports: every format of every report made by hand."""

import subprocess
import sys

import pytest

from skillctl.report.formats import FORMATS
from skillctl.version import VERSION
from tests.report.reports import REPORTS

FILES = {
    "text": "report.txt",
    "json": "report.json",
    "sarif": "report.sarif",
    "github": "github.txt",
    "junit": "junit.xml",
}
CASES = [pytest.param(report, id=f"report/{name}") for name, report in REPORTS.items()]


@pytest.mark.parametrize("report", CASES)
def test_golden(report, golden):
    for name, render in FORMATS.items():
        text = render(report)
        for form in ('"version":"{}"', '"version": "{}"'):
            text = text.replace(form.format(VERSION), form.format("{VERSION}"))
        assert text == golden(FILES[name])


@pytest.mark.parametrize("name", FORMATS)
def test_no_raw_byte_of_foreign_text_in_any_format(name):
    text = FORMATS[name](REPORTS["awkward"])
    assert {c for c in text if c < " "} <= {"\n", "\t"}
    assert not {"\x7f", "\x9b", "\u202e", "\u200b", "\U000e0041"} & set(text)
    text.encode()


def test_a_format_is_imported_when_it_is_used():
    code = (
        "import sys\nfrom skillctl.report.formats import FORMATS\n"
        "from skillctl.findings import Report\n"
        "def ours(): return sorted(m for m in sys.modules if m.startswith('skillctl.report.'))\n"
        "print(ours()); FORMATS['github'](Report(cases=())); print(ours())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    before, after = done.stdout.splitlines()
    assert before == "['skillctl.report.formats']"
    assert "'skillctl.report.github'" in after
    assert "junit" not in after
