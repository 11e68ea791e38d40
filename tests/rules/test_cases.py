"""The cases made from public bug reports, as far as the rules of this stage reach."""

import json
import shutil
import subprocess
import sys

import pytest


def lint(skillctl, folder):
    run = skillctl("lint", "--isolated", "--format", "json", ".", cwd=folder)
    return json.loads(run.out)


def found(report):
    """Each finding as folder of its skill or file, line, column and code."""
    rows = []
    for finding in report["findings"]:
        start = finding["range"]["start"] if finding["range"] else {"line": None, "column": None}
        name = finding["path"].removesuffix("/SKILL.md").rpartition("/")[2]
        rows.append((name, start["line"], start["column"], finding["code"]))
    return rows


@pytest.mark.parametrize(
    ("case", "skills", "findings"),
    [
        ("01-colon-in-description", 2, [("pricing-report", 3, 44, "SK105")]),
        ("02-prettier-wrapped-description", 1, []),
        ("04-block-scalar-literal-marker", 2, []),
        ("07-nested-and-flat-mix", 3, []),
        (
            "08-name-differs-from-directory",
            2,
            [("report-maker", 2, 7, "SK207"), ("title-case", 2, 7, "SK204")],
        ),
        (
            "10-reserved-start-characters",
            2,
            [("hinted", 4, 16, "SK105"), ("scoped", 4, 10, "SK105")],
        ),
        ("11-description-length-edge", 3, [("edge-1025", 3, 14, "SK212")]),
    ],
)
def test_skills(case, skills, findings, skillctl, shared):
    report = lint(skillctl, shared / "cases" / case)
    assert (report["summary"]["skills"], found(report)) == (skills, findings)


def test_both_names_and_both_numbers_are_said(skillctl, shared):
    names = lint(skillctl, shared / "cases" / "08-name-differs-from-directory")["findings"]
    assert ['"Title Case"' in f["message"] and '"title-case"' in f["message"] for f in names] == [
        False,
        True,
    ]
    (length,) = lint(skillctl, shared / "cases" / "11-description-length-edge")["findings"]
    assert "1,025" in length["message"]
    assert "1,024" in length["message"]


def test_links_between_skill_folders(skillctl, shared, tmp_path):
    case = tmp_path / "case"
    shutil.copytree(shared / "cases" / "05-symlinked-skill-dir", case)
    subprocess.run([sys.executable, case / "make_links.py", case], check=True)
    report = lint(skillctl, case / "skills")
    assert report["summary"]["skills"] == 2
    assert report["aliases"] == [{"path": "alias", "target": "linked-skill"}]
    assert report["skipped"] == [{"path": "loop", "reason": "a link to a folder above it"}]
    # known under two names, and one of them is the name that the skill bears; it lies in another
    # folder than the one that was named, of which nobody knows that it is part of a project
    assert [(f["code"], f["path"], f["severity"]) for f in report["findings"]] == [
        ("SK010", "alias/SKILL.md", "warning"),
        ("SK009", "dangling", "warning"),
    ]
    (case / ".git").mkdir()
    report = lint(skillctl, case / "skills")
    assert [(f["code"], f["path"]) for f in report["findings"]] == [("SK009", "dangling")]


def test_comments_in_a_strict_config_are_told_and_not_called_no_servers(skillctl, shared):
    report = lint(skillctl, shared / "cases" / "19-jsonc-config")
    (finding,) = (f for f in report["findings"] if f["path"] == ".mcp.json")
    assert (finding["code"], finding["range"]["start"]["line"]) == ("MC002", 2)
    assert "not strict JSON" in finding["message"]
    assert "comments" in finding["message"]


def test_a_file_that_a_manifest_names_is_checked_under_its_own_name(skillctl, shared):
    case = shared / "cases" / "26-plugin-mcpservers-as-path"
    for words in (".", ".claude-plugin/plugin.json"):
        run = skillctl("lint", "--isolated", "--format", "json", words, cwd=case)
        report = json.loads(run.out)
        (finding,) = report["findings"]
        place = (finding["path"], finding["range"]["start"]["line"], finding["code"])
        assert place == ("conf/servers.json", 5, "MC106")
        assert (report["summary"]["configs"], report["summary"]["manifests"]) == (1, 1)


def test_a_codex_config_is_read_with_places(skillctl, shared):
    report = lint(skillctl, shared / "cases" / "23-codex-toml-tables")
    rows = {(f["code"], f["subject"], f["range"]["start"]["line"]) for f in report["findings"]}
    assert ("MC101", "slow", 10) in rows
    assert "good" not in {subject for _, subject, _ in rows}


def test_a_command_as_a_list_belongs_to_another_host(skillctl, shared):
    report = lint(skillctl, shared / "cases" / "20-command-line-in-command")
    findings = [(f["code"], f["subject"]) for f in report["findings"]]
    assert ("MC106", "arr") in findings
    assert not {subject for _, subject in findings} & {"spaced"}
