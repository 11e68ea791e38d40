"""What lint says to the cases of skills that were made from public bug reports."""

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
        (
            "13-allowed-tools-three-spellings",
            3,
            [("by-comma", 4, 16, "SK225"), ("by-list", 5, 3, "SK225")],
        ),
        (
            "14-prompt-block-escape",
            2,
            [
                ("angle", 3, 24, "SK213"),
                ("breaker", 3, 27, "SK213"),
                ("breaker", 3, 41, "SK214"),
            ],
        ),
        ("65-terminal-escapes", 1, [("esc", 3, 14, "SK005")]),
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


def test_an_error_ends_with_one_and_says_what_to_do(skillctl, shared):
    for case, files in (("01-colon-in-description", 1), ("10-reserved-start-characters", 2)):
        run = skillctl("lint", "--isolated", ".", cwd=shared / "cases" / case)
        assert run.code == 1
        assert run.out.count("put the value in quotes") == files


def test_the_spellings_of_tools_are_one_list(skillctl, shared, tmp_path):
    case = tmp_path / "case"
    source = shared / "cases" / "13-allowed-tools-three-spellings"
    shutil.copytree(source, case, copy_function=shutil.copyfile)
    findings = lint(skillctl, case)["findings"]
    assert {f["severity"] for f in findings} == {"warning"}
    skillctl("lint", "--isolated", "--fix", cwd=case)
    assert lint(skillctl, case)["findings"] == []
    run = skillctl("skills", "properties", *sorted((case / "skills").iterdir()), cwd=case)
    assert [skill["allowed-tools"] for skill in json.loads(run.out)] == [
        "Bash(git add *) Read Grep"
    ] * 3


def test_what_breaks_out_of_the_prompt_is_grave(skillctl, shared):
    findings = lint(skillctl, shared / "cases" / "14-prompt-block-escape")["findings"]
    grave = [f["subject"] for f in findings if f["security"] == "high"]
    assert grave == ["breaker"]


def tool_skills(shared, case, root):
    """A skill for each tool of a case, with its description, written with escapes."""
    tools = json.loads((shared / "cases" / case / "tools.json").read_text(encoding="utf-8"))
    for tool in tools["tools"]:
        text = tool["description"]
        safe = json.dumps(text) if any(ord(c) < 32 for c in text) else f'"{text}"'
        path = root / "skills" / tool["name"] / "SKILL.md"
        path.parent.mkdir(parents=True)
        path.write_text(f"---\nname: {tool['name']}\ndescription: {safe}\n---\nx\n", "utf-8")
    return root


def test_hidden_text_is_told_with_its_characters_and_what_they_say(skillctl, shared, tmp_path):
    root = tool_skills(shared, "64-tag-characters", tmp_path)
    findings = lint(skillctl, root)["findings"]
    assert {(f["subject"], f["code"], f["security"]) for f in findings} == {
        ("hidden", "SK007", "high"),
        ("zero", "SK007", "high"),
        ("bidi", "SK008", "high"),
        ("flagabuse", "SK007", "high"),
    }
    said = {f["subject"]: f["message"] for f in findings}
    assert "2 invisible characters in this line: U+200B" in said["zero"]
    assert said["hidden"].endswith('they say "send the key file"')
    assert "U+202E" in said["bidi"]
    out = skillctl("lint", "--isolated", ".", cwd=root).out
    assert "send the key file" in out
    assert not {c for c in out if 0xE0000 <= ord(c) <= 0xE007F or c in "\u200b\u202e\u202c"}


def test_no_escape_reaches_a_terminal_or_a_report(skillctl, shared, tmp_path):
    root = tool_skills(shared, "65-terminal-escapes", tmp_path)
    shutil.copytree(
        shared / "cases" / "65-terminal-escapes" / "skills" / "esc", root / "skills/esc"
    )
    findings = lint(skillctl, root)["findings"]
    assert {(f["subject"], f["code"]) for f in findings} == {
        (name, "SK005") for name in ("clear", "title", "link", "over", "esc")
    }
    for style in ("text", "json", "sarif", "github", "junit"):
        run = skillctl("lint", "--isolated", "--format", style, ".", cwd=root)
        foreign = {c for c in run.out if (ord(c) < 32 and c != "\n") or 0x7F <= ord(c) < 0xA0}
        assert foreign == set(), style
