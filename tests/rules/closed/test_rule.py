from textwrap import fill

import pytest

from skillctl.findings import Absent, Defect, Safety, Severity
from skillctl.rules.closed.rule import ClosedDocument, closed_rule
from skillctl.rules.finding import About, findings
from skillctl.source.closed import Misfit
from skillctl.source.file import SourceFile, decode
from skillctl.source.read import Unreadable

WHY = "Since a long reason has many words that would not stand on one line of the page, it is cut."
KEY = Defect("XX003", "key", "fake", "so it goes", "It is known.", WHY, example="a", renames=True)
SYNTAX = Defect("XX001", "syntax", "fake", "c", "It is text.", "y", (Severity.WARNING,))


def found(defect, read, *misfits):
    document = ClosedDocument(read, lambda _: misfits)
    source = read if isinstance(read, SourceFile) else None
    rule = closed_rule(defect, "fake check")
    return list(findings(rule, document, About("fake", "a.toml", "a.toml", source)))


def test_a_rule_has_the_declaration_of_its_defect():
    rule = closed_rule(KEY, "fake check")
    assert (rule.code, rule.name, rule.severities) == ("XX003", "key", (Severity.ERROR,))
    assert rule.docs == ("It is known.", fill(WHY, 96))
    assert (rule.consequence, rule.example, rule.fix) == ("so it goes", "a", Safety.SAFE)
    assert rule.commands == ("fake check",)
    assert closed_rule(SYNTAX, "test").fix is None


def test_a_rule_takes_the_misfits_of_its_name():
    source = decode("a.toml", "é = 1\nnmae = 2\n".encode())
    other = Misfit("other", "no", 0, 1, "no")
    rename = Misfit("key", "what {x}", 6, 10, "how", "name", 2, "/tool/0/nmae", ((0, 1, "see"),))
    (finding,) = found(KEY, source, other, rename)
    assert (finding.message, finding.advice) == ("what {x}", "how")
    assert finding.location.start[:3] == (2, 1, 7)
    assert (finding.field, finding.line) == ("/tool/0/nmae", "nmae = 2")
    assert [(r.location.start.column, r.message) for r in finding.related] == [(1, "see")]
    assert finding.fix.edits[0][1:] == (7, 11, "name")
    assert finding.fix.intent == {"/tool/0/nmae": Absent.ABSENT, "/tool/0/name": 2}


def test_without_a_known_key_there_is_no_fix():
    source = decode("a.toml", b"nmae = 2\n")
    (finding,) = found(KEY, source, Misfit("key", "m", 0, 4, "a"))
    assert finding.fix is None


@pytest.mark.parametrize("defect", [KEY, SYNTAX])
def test_a_file_without_text_is_the_matter_of_one_rule(defect):
    for read, message, start in (
        (decode("a.toml", b"a\n\xff"), "byte ff is not UTF-8", (2, 1, 2)),
        (Unreadable("a.toml", "is not a regular file"), "the file is not a regular file", None),
    ):
        results = found(defect, read, Misfit(defect.name, "never", 0, 1, "never"))
        expected = [] if defect is KEY else [message]
        assert [finding.message for finding in results] == expected
        assert all(f.severity is Severity.WARNING for f in results)
        places = [f.location.start and f.location.start[:3] for f in results]
        assert places == [start] * len(expected)
