"""Lint on real files of others: no crash, and each error is one that we know to be true."""

import csv
import json
import shutil
import subprocess
import sys
from collections import Counter

from skillctl.source import yaml_text
from skillctl.source.yaml_pure import PureLoader


def lint(skillctl, *words):
    run = skillctl("lint", "--isolated", "--format", "json", *words)
    return run, json.loads(run.out)


def test_published_skills(skillctl, shared):
    run, report = lint(skillctl, shared / "corpus")
    # 4 of the 1,134 files named SKILL.md lie below another skill: bundled, no skills of their own
    assert report["summary"]["skills"] == 1130
    # of the 10 names that differ from their folder, 4 are those of bundled files
    assert Counter(f["code"] for f in report["findings"]) == {"SK207": 6, "SK201": 1, "SK211": 1}
    assert (run.code, run.err) == (1, "")


FIELD_CODES = {
    "YAML-colon-space-in-plain-scalar": "SK105",
    "YAML-reserved-start-char": "SK105",
    "YAML-text-after-flow-quoted-value-or-bad": "SK105",
    "no-front-matter": "SK101",
    "name-missing-not-string": "SK201",
    "description-missing-not-string-NoneType": "SK211",
}
OF_FRONT_MATTER = ("SK0", "SK1", "SK201", "SK202", "SK211")


def test_each_broken_skill_has_one_error_at_its_line(skillctl, shared):
    folder = shared / "corpus-broken"
    with (folder / "index.tsv").open() as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    right = 0
    for row in rows:
        _, report = lint(skillctl, folder / row["file"])
        found = [f for f in report["findings"] if f["code"].startswith(OF_FRONT_MATTER)]
        codes = [f["code"] for f in found]
        line = found[0]["range"]["start"]["line"] if found else 0
        wanted = FIELD_CODES[row["kind"]]
        alone = codes == [wanted] or (wanted == "SK201" and set(codes) == {"SK201", "SK211"})
        right += alone and (not row["parser line"] or line == int(row["parser line"]))
    assert (right, len(rows)) == (51, 51)


def test_without_libyaml_broken_skills_are_judged_alike(skillctl, shared, monkeypatch):
    run, _ = lint(skillctl, shared / "corpus-broken")
    monkeypatch.setattr(yaml_text, "LOADER", PureLoader)
    assert lint(skillctl, shared / "corpus-broken")[0].out == run.out


def test_broken_skills_with_a_safe_fix_are_clean_after_it(skillctl, shared, tmp_path):
    folder = tmp_path / "broken"
    shutil.copytree(shared / "corpus-broken", folder, copy_function=shutil.copyfile)
    words = ("--select", ",".join(OF_FRONT_MATTER), folder)
    before = Counter(f["code"] for f in lint(skillctl, *words)[1]["findings"])
    lint(skillctl, "--fix", *words)
    after = Counter(f["code"] for f in lint(skillctl, *words)[1]["findings"])
    assert before["SK105"] == 24
    assert set(after) == {"SK101", "SK211"}


def test_a_column_is_that_of_the_cause(skillctl, shared):
    folder = shared / "corpus-broken"
    with (folder / "index.tsv").open() as file:
        rows = [
            r
            for r in csv.DictReader(file, delimiter="\t")
            if "colon" in r["kind"] or "reserved" in r["kind"]
        ]
    for row in rows:
        _, report = lint(skillctl, folder / row["file"])
        start = report["findings"][0]["range"]["start"]
        assert (start["line"], start["column"]) == (
            int(row["parser line"]),
            int(row["parser column"]),
        )
    assert len(rows) == 12


def test_published_configs(skillctl, shared):
    _, report = lint(skillctl, shared / "corpus-mcp")
    summary = report["summary"]
    assert (summary["configs"], summary["settings"], summary["manifests"]) == (30, 1, 9)
    assert {s["reason"] for s in report["skipped"]} == {"not a server config"}
    published = [f for f in report["findings"] if "avifenesh" not in f["path"]]
    # a url without a type in a .mcp.json: claude-code skips that server; the manifest of the other
    # two is not among these files, so that they look like servers of a project
    assert sorted((f["code"], f["severity"], f["subject"]) for f in published) == [
        ("MC103", "error", "context-matic"),
        ("MC110", "warning", "pw-browserstack"),
        ("MC110", "warning", "pw-testrail"),
    ]
    fixtures = {
        (f["path"].rpartition("/")[2].removesuffix(".mcp.json"), f["code"])
        for f in report["findings"]
        if f not in published and f["severity"] == "error"
    }
    assert fixtures == {
        ("dangerous-stdio-command", "MC107"),
        ("dangerous-stdio-command", "MC115"),
        ("duplicate-server-names", "MC004"),
        ("empty-server-config", "MC101"),
        ("invalid-args-type", "MC106"),
        ("missing-command-no-type", "MC101"),
        ("missing-command-stdio", "MC101"),
        ("missing-url-http", "MC101"),
    }


def test_tricky_inputs(skillctl, shared, tmp_path):
    base = shared / "tricky"
    script = [sys.executable, base / "make_odd_files.py", tmp_path]
    subprocess.run(script, check=True, capture_output=True)
    cases = sorted([*base.rglob("expected.json"), *tmp_path.rglob("expected.json")])
    wrong = [path.parent.name for path in cases if not is_right(path, skillctl)]
    assert len(cases) == 51
    assert wrong == []


def is_right(path, skillctl):
    """Whether lint gives the verdict that is wanted, at the line and column that are given."""
    wanted = json.loads(path.read_text())
    _, report = lint(skillctl, path.parent / wanted["path"])
    severities = {f["severity"] for f in report["findings"]}
    verdict = next((s for s in ("error", "warning") if s in severities), "clean")
    if verdict != wanted["verdict"]:
        return verdict in wanted.get("also_ok", [])
    where = wanted.get("where", {})
    starts = [f["range"]["start"] for f in report["findings"] if f["range"]]
    # a secret is pointed at inside its value, where the wanted column is that of the value
    column = None if "secret" in path.parent.name else where.get("column")
    return all(
        want is None or want in {start[key] for start in starts}
        for key, want in (("line", where.get("line")), ("column", column))
    )
