from dataclasses import replace
from pathlib import Path

from skillctl.errors import Location
from skillctl.findings import Alias, Case, Severity, Skipped
from skillctl.rules.engine import Checker, Terms, report
from skillctl.rules.find.found import Discovery, Unseen
from skillctl.rules.find.paths import LintFolders
from skillctl.rules.finding import About
from skillctl.rules.rule import Violation, rule
from skillctl.rules.selection import Selection
from tests.policy.test_secrets import noise

ABOUT = About("skill", "notes", "notes/SKILL.md")
TERMS = Terms(selection=Selection(), places=LintFolders(Path("/w")))


def declared(code, severity=Severity.ERROR, crash=None):
    @rule(code, code.lower(), severity, message="m", consequence="c", advice="a")
    def check(_document):
        yield Violation()
        if crash:
            raise crash

    return check


def run(rules, terms=TERMS):
    checker = Checker(terms)
    return [f.code for f in checker.run(rules, None, ABOUT)], checker


def test_only_selected_rules_run():
    rules = (declared("SK101"), declared("SK102"), declared("SK301", Severity.NOTE))
    assert run(rules)[0] == ["SK101", "SK102"]
    terms = replace(TERMS, selection=Selection(ignored=["SK101"]))
    assert run(rules, terms)[0] == ["SK102"]


def test_a_rule_that_crashes_costs_only_its_own_findings():
    crash = ValueError("bug")
    found, checker = run((declared("SK101", crash=crash), declared("SK102")))
    assert found == ["SK102"]
    assert checker.crashes == [("SK101", "notes/SKILL.md", crash)]


def test_severity_is_remapped_before_the_least_is_compared():
    rules = (declared("SK101"), declared("SK102", Severity.WARNING))
    assert run(rules, replace(TERMS, least=Severity.ERROR))[0] == ["SK101"]
    down = Selection(severities={"SK101": Severity.NOTE})
    assert run(rules, replace(TERMS, selection=down))[0] == ["SK102"]


def test_a_note_that_was_asked_for_is_shown():
    rules = (declared("SK301", Severity.NOTE), declared("SK302", Severity.NOTE))
    explicit = Selection(selected=["SK301"])
    assert run(rules, replace(TERMS, selection=explicit))[0] == ["SK301"]
    prefix = Selection(selected=["SK3"])
    assert run(rules, replace(TERMS, selection=prefix))[0] == []
    assert run(rules, replace(TERMS, selection=prefix, least=Severity.NOTE))[0] == [
        "SK301",
        "SK302",
    ]


def test_what_settings_and_comments_silence_is_kept_apart():
    terms = replace(TERMS, ignores=(("notes/*", ("SK1",)), ("other/*", ("MC",))))
    checker = Checker(terms)
    found = list(
        checker.run((declared("SK101"), declared("SK201"), declared("MC101")), None, ABOUT)
    )
    case = checker.case(ABOUT, found, "/w/notes/SKILL.md", found[1:2])
    assert [f.code for f in case.findings] == ["MC101"]
    assert [f.code for f in case.suppressed] == ["SK101", "SK201"]
    assert (case.kind, case.name, case.path) == ("skill", "notes", "notes/SKILL.md")


def case(path, *rules):
    about = About("skill", path, path)
    return Checker(TERMS).case(
        about, run(rules)[0] and list(Checker(TERMS).run(rules, None, about)), "/w"
    )


def test_a_report_is_sorted_counted_and_has_fingerprints():
    discovery = Discovery(
        unseen=(Unseen("/w/z", "z", "deep"),),
        skipped=(Skipped("y", "excluded"),),
        aliases=(Alias("b", "a"),),
    )
    results = [
        case("b", declared("SK101")),
        case("a"),
        Skipped("x", "no"),
        Case(kind="folder", name="z", path="z"),
    ]
    made = report(replace(TERMS, fail_on=Severity.ERROR), results, discovery)
    assert [c.path for c in made.cases] == ["a", "b", "z"]
    assert [s.path for s in made.skipped] == ["x", "y"]
    assert (made.files, made.aliases, made.root) == (3, discovery.aliases, ".")
    assert len(made.findings[0].fingerprint) == 16
    assert made.failed
    assert made.findings[0].location == Location("b")


def test_the_root_is_printed_as_seen_from_here():
    terms = replace(TERMS, places=LintFolders(Path("/w/a"), Path("/w")))
    assert report(terms, [case("a", declared("SK101"))], Discovery()).root == "/w"
    assert report(terms, [], Discovery()).findings == ()


def test_a_name_that_is_a_secret_is_masked_in_the_case():
    token = "gh" + "p_" + noise(36)
    case = Checker(TERMS).case(replace(ABOUT, name=token), (), "notes/SKILL.md")
    assert case.name == "ghp_" + "*" * 36
