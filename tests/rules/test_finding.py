from skillctl.errors import Position
from skillctl.findings import Edit, Fix, Safety, Severity
from skillctl.rules.finding import MOST, About, findings
from skillctl.rules.rule import Repair, Replacement, Span, Violation, rule
from skillctl.source.file import SourceFile
from tests.policy.test_secrets import noise

TOKEN = "gh" + "p_" + noise(36)


def only(violation, text=None, secrets=()):
    @rule(
        "XX001",
        "odd",
        Severity.WARNING,
        message="{what} is odd",
        consequence="so",
        advice="mend {what}",
        targets=("codex",),
        security=True,
    )
    def odd(_document):
        yield violation

    source = None if text is None else SourceFile("a.md", text.encode(), text)
    (found,) = findings(odd, None, About("skill", "notes", "a.md", source, secrets))
    return found


def test_everything_of_the_rule_and_the_violation_is_in_the_finding():
    violation = Violation(span=Span(4, 6), values={"what": "it"}, field="/x")
    found = only(violation, "one\ntwo\n")
    assert (found.code, found.name, found.severity, found.security) == (
        "XX001",
        "odd",
        Severity.WARNING,
        True,
    )
    assert (found.message, found.advice, found.consequence) == ("it is odd", "mend it", "so")
    assert (found.kind, found.subject, found.field, found.targets) == (
        "skill",
        "notes",
        "/x",
        ("codex",),
    )
    assert (str(found.location), found.location.end) == ("a.md:2:1", Position(2, 3, 6))
    assert found.line == "two"


def test_the_violation_may_speak_for_itself():
    violation = Violation(
        values={"what": "it"},
        subject="srv",
        severity=Severity.ERROR,
        consequence="worse",
        related=((Span(0, 1), "here"),),
    )
    found = only(violation, "one\n")
    assert (found.severity, found.consequence, found.subject) == (Severity.ERROR, "worse", "srv")
    assert (found.location.start, found.line) == (None, None)
    assert [(str(r.location), r.message) for r in found.related] == [("a.md:1:1", "here")]


def test_a_place_stands_where_there_is_no_text():
    place = (Position(2, 1, 9), Position(2, 2, 10))
    found = only(Violation(place=place, values={"what": "it"}))
    assert (found.location.start, found.location.end, found.line) == (*place, None)
    assert only(Violation(span=Span(1, 2), values={"what": ""})).location.start is None


def test_no_secret_is_in_the_source_line_and_it_keeps_its_length():
    text = f'first\n"a": "{TOKEN}", "key": "guessed"\n'
    start = text.index("guessed")
    spans = (Span(0, 3), Span(4, 8), Span(start, start + 7), Span(len(text), len(text)))
    found = only(Violation(span=Span(6, 9), values={"what": ""}), text, spans)
    assert found.line == f'**": "ghp_{"*" * 36}", "key": "*******"'
    assert len(found.line) == len(text.splitlines()[1])


def test_a_repair_becomes_edits_in_bytes():
    replacement = Replacement(Span(4, 6), '"tw"')
    repair = Repair(Safety.SAFE, "put it in quotes", (replacement,), {"/name": "tw"})
    found = only(Violation(values={"what": "it"}, repair=repair), "oné\ntwo\n")
    edits = (Edit("a.md", 5, 7, '"tw"'),)
    assert found.fix == Fix(Safety.SAFE, "put it in quotes", edits, {"/name": "tw"})


def test_a_byte_order_mark_is_taken_away_by_its_bytes():
    repair = Repair(Safety.SAFE, "drop it", drops_bom=True)
    found = only(Violation(values={"what": "it"}, repair=repair), "one")
    assert found.fix == Fix(Safety.SAFE, "drop it", (Edit("a.md", 0, 3, ""),))


def test_without_a_text_there_is_nothing_to_edit():
    repair = Repair(Safety.SAFE, "drop it", drops_bom=True)
    assert only(Violation(values={"what": "it"}, repair=repair)).fix is None


def test_no_word_of_a_finding_holds_a_secret():
    hidden = "gh" + "p_" + "*" * 36
    what = f"https://me:hunter@h.example of {TOKEN}"
    words = f"https://*********@h.example of {hidden}"
    span = Span(0, 1)
    violation = Violation(
        span=span,
        values={"what": what},
        subject=TOKEN,
        related=((span, what),),
        repair=Repair(Safety.SAFE, what),
    )
    found = only(violation, f"run x --token hunter2 at {TOKEN}")
    assert (found.message, found.advice) == (f"{words} is odd", f"mend {words}")
    assert (found.subject, found.related[0].message, found.fix.message) == (hidden, words, words)
    assert found.line == f"run x --token ******* at {hidden}"


def test_of_a_flood_each_severity_tells_how_many_more_there_are():
    @rule(
        "XX001",
        "odd",
        Severity.ERROR,
        Severity.WARNING,
        message="{what} is odd",
        consequence="so",
        advice="mend it",
    )
    def odd(number):
        for n in range(number):
            yield Violation(values={"what": n}, severity=Severity.WARNING)
        yield Violation(values={"what": "last"})

    def told(number):
        return [(f.severity.name, f.message) for f in findings(odd, number, About("a", "b", "c"))]

    assert told(MOST)[-2:] == [("WARNING", "199 is odd"), ("ERROR", "last is odd")]
    flood = told(MOST + 1234)
    assert len(flood) == MOST + 1
    assert flood[-2:] == [
        ("WARNING", "199 is odd; 1,234 more in this file"),
        ("ERROR", "last is odd"),
    ]


def test_a_key_that_is_a_secret_is_masked_in_the_field():
    found = only(Violation(values={"what": "it"}, field=f"/metadata/{TOKEN}"))
    assert found.field == "/metadata/ghp_" + "*" * 36
