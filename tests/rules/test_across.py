from pathlib import Path
from types import SimpleNamespace

from skillctl.findings import Case, Skipped
from skillctl.rules.across import with_findings_across
from skillctl.rules.engine import Checker, Terms
from skillctl.rules.find.found import Record, Target
from skillctl.rules.find.paths import LintFolders
from skillctl.rules.selection import Selection


def run(records, results):
    """What comes back, and which files were compared."""
    compared = []

    def check_together(_, targets):
        compared.append([target.path for target in targets])
        for target in targets[1:]:
            yield Case(
                kind="skill", name="x", path=target.shown, findings=("f",), suppressed=("s",)
            )

    checker = Checker(Terms(selection=Selection(), places=LintFolders(Path("/w"))), [], records)
    module = SimpleNamespace(check_together=check_together)
    return with_findings_across(checker, results, lambda _: module), compared


def record(kind, key, name):
    return Record(kind, (key,), Target(f"/w/{name}", name))


def test_files_that_share_a_key_are_compared_and_their_cases_get_what_is_found():
    results = [Case(kind="skill", name=n, path=n, findings=("own",)) for n in ("a", "b", "c")]
    records = [record("skills", "k", "a"), record("skills", "k", "b"), record("skills", "x", "c")]
    made, compared = run(records, [*results, Skipped("d", "why")])
    assert compared == [["/w/a", "/w/b"]]
    assert [case.findings for case in made[:3]] == [("own",), ("own", "f"), ("own",)]
    assert [case.suppressed for case in made[:3]] == [(), ("s",), ()]
    assert made[3] == Skipped("d", "why")


def test_kinds_are_apart_and_a_file_is_no_match_of_itself():
    records = [record("skills", "k", "a"), record("configs", "k", "b"), record("skills", "k", "a")]
    made, compared = run(records, [Case(kind="config", name="a", path="a")])
    assert (compared, made[0].findings) == ([], ())


def test_a_case_of_another_kind_under_the_same_path_gets_nothing():
    made, _ = run(
        [record("skills", "k", "a"), record("skills", "k", "b")],
        [Case(kind="config", name="b", path="b")],
    )
    assert made[0].findings == ()


def test_each_file_is_in_one_group_however_many_there_are():
    records = [record("skills", f"k{number % 1000}", str(number)) for number in range(20_000)]
    _, compared = run(records, [])
    assert sum(map(len, compared)) == 20_000
