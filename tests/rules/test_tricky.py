"""The tricky inputs: for each the verdict that is wanted, at the place that is wanted."""

import json
import subprocess
import sys

SEVERITIES = ("error", "warning")


def test_tricky_inputs(skillctl, shared, tmp_path, monkeypatch):
    base = shared / "tricky"
    script = [sys.executable, base / "make_odd_files.py", tmp_path]
    subprocess.run(script, check=True, capture_output=True)
    cases = sorted([*base.rglob("expected.json"), *tmp_path.rglob("expected.json")])
    wrong = {}
    for path in cases:
        wanted = json.loads(path.read_text(encoding="utf-8"))
        for name, value in wanted.get("environment", {}).items():
            monkeypatch.setenv(name, value)
        run = skillctl("lint", "--isolated", "--format", "json", path.parent / wanted["path"])
        told = difference(wanted, json.loads(run.out), run.code)
        if told:
            wrong[path.parent.name] = told
    sys.stdout.write(f"{len(cases) - len(wrong)} of {len(cases)}\n")
    assert wrong == {}
    assert len(cases) == 51


def difference(wanted, report, code):
    """What a report says otherwise than is wanted; empty if nothing."""
    findings = report["findings"]
    severities = {finding["severity"] for finding in findings}
    verdict = next((s for s in SEVERITIES if s in severities), "clean")
    if verdict not in {wanted["verdict"], *wanted.get("also_ok", ())}:
        return f"{verdict}, not {wanted['verdict']}"
    if code != (verdict == "error"):
        return f"exit {code}"
    where = wanted.get("where", {})
    gravest = [f for f in findings if f["severity"] == verdict]
    if not gravest or not where:
        return ""
    places = [(f["code"], f["range"]["start"]) for f in gravest if f["range"]]
    return "" if any(is_there(code, start, where) for code, start in places) else f"at {places}"


def is_there(code, start, where):
    """Whether a finding is where it is wanted: a secret may begin anywhere in its value."""
    column = where.get("column", start["column"])
    if code in {"MC201", "MC203"}:
        return start["line"] == where["line"] and start["column"] >= column
    return (start["line"], start["column"]) == (where["line"], column)
