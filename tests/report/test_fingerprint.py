import hashlib
from dataclasses import replace

import pytest

from skillctl.errors import Location, Position
from skillctl.findings import Case, Fix, Report, Safety
from skillctl.report.fingerprint import fingerprint, with_fingerprints
from tests.report.reports import PLAIN_COLON, SPANNING, UNREADABLE, at, finding

PATH = "skills/pricing-report/SKILL.md"


def of(*findings, suppressed=(), **values):
    case = Case(kind="skill", name="a", path="a", findings=findings, suppressed=suppressed)
    return Report(cases=(case,), **values)


def prints(report):
    marked = with_fingerprints(report)
    return [f.fingerprint for f in (*marked.findings, *marked.suppressed)]


def digest(form):
    return hashlib.sha256(form.encode()).hexdigest()[:16]


def test_what_it_is_made_of():
    expected = digest(f'["SK105","{PATH}",": ","/description",0]')
    assert prints(of(PLAIN_COLON)) == [expected]
    assert fingerprint(("SK105", PATH, ": ", "/description"), 0) == expected


def test_a_pinned_value():
    """A changed fingerprint makes every baseline stale: this value must never change."""
    assert fingerprint(("SK105", "a/SKILL.md", ": ", "/description"), 0) == "ebe9be84398e42a3"


def test_lines_above_do_not_matter_and_the_token_does():
    text = 'x\n"token" y'
    before = finding(**at("a.md", text, "token"))
    after = finding(**at("a.md", "more\nlines\n" + text, "token"))
    other = finding(**at("a.md", text, "y"))
    assert prints(of(before)) == prints(of(after))
    assert prints(of(before)) != prints(of(other))


@pytest.mark.parametrize(
    "change",
    [{"code": "SK104"}, {"location": Location("b.md")}, {"field": "/name"}, {"field": "/x"}],
)
def test_code_path_and_field_matter(change):
    one = finding(field="/n")
    assert prints(of(one)) != prints(of(replace(one, **change)))


@pytest.mark.parametrize("change", [{"message": "m"}, {"consequence": "c"}, {"subject": "s"}])
def test_words_do_not_matter(change):
    one = finding()
    assert prints(of(one)) == prints(of(replace(one, **change)))


def test_equals_are_told_apart_by_their_order():
    text = "bad bad bad"
    three = [
        finding(location=Location("a", Position(1, c, c - 1), Position(1, c + 3, c + 2)), line=text)
        for c in (9, 1, 5)
    ]
    marks = prints(of(*three))
    assert marks == [digest(f'["SK999","a","bad","",{n}]') for n in range(3)]


def test_silencing_one_of_several_equals_keeps_the_others():
    first, second = (
        finding(location=Location("a", Position(1, c, c), Position(1, c + 1, c + 1)), line="xx")
        for c in (1, 2)
    )
    both = prints(of(first, second))
    silenced = with_fingerprints(of(second, suppressed=(first,)))
    assert silenced.suppressed[0].fingerprint == both[0]
    assert silenced.findings[0].fingerprint == both[1]


def test_identical_findings_get_different_fingerprints():
    assert len(set(prints(of(UNREADABLE, UNREADABLE)))) == 2


def test_twice_is_the_same_as_once():
    once = with_fingerprints(of(PLAIN_COLON, SPANNING, UNREADABLE))
    assert with_fingerprints(once) == once


def test_a_token_counts_as_far_as_its_first_line():
    assert prints(of(SPANNING)) == [digest('["SK102","spanning.md","name: x","",0]')]
    open_end = finding(location=Location("a", Position(1, 2, 1)), line="xyz")
    assert prints(of(open_end)) == [digest('["SK999","a","yz","",0]')]


@pytest.mark.parametrize(
    ("path", "root", "here"),
    [
        ("one/SKILL.md", ".", ""),
        ("SKILL.md", "..", "one"),
        ("../one/SKILL.md", "..", "two"),
        ("project/one/SKILL.md", "project", ""),
        ("/home/project/one/SKILL.md", "/home/project", ""),
    ],
)
def test_paths_count_from_the_root_wherever_one_stands(path, root, here):
    report = of(finding(location=Location(path)), root=root, here=here)
    assert prints(report) == [digest('["SK999","one/SKILL.md","","",0]')]


def test_an_absolute_path_outside_the_root_stays():
    report = of(finding(location=Location("/elsewhere/x")), root="..", here="sub")
    assert prints(report) == [digest('["SK999","/elsewhere/x","","",0]')]


def test_a_fix_whose_meaning_cannot_be_hashed_is_no_hindrance():
    fix = Fix(Safety.SAFE, "quote it", (), {"/name": "x"})
    assert len(prints(of(finding(fix=fix)))) == 1
