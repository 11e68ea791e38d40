import time

import pytest

from skillctl.rules.skill import references
from tests.rules.checks import found, placed

HEAD = "---\nname: a\ndescription: b\n---\n"


@pytest.fixture
def check(tree):
    def run(rule, body, files=()):
        root = tree({"p/skills/a/SKILL.md": HEAD + body, **dict.fromkeys(files, "")})
        return found(rule, placed(root, "p", project=root / "p"))

    return run


def messages(rows):
    return [message for _, message in rows]


@pytest.mark.parametrize(
    ("body", "tokens"),
    [
        ("[a](gone.md)", ["gone.md"]),
        ("![a](gone.png)", ["gone.png"]),
        ("[a][r]\n\n[r]: gone.md", ["gone.md"]),
        ("[a](gone.md#x?y)", ["gone.md#x?y"]),
        ("[a](has%20blank.md) [b](<has blank.md>)", []),
        ("[a](100%25.md) [b](100%.md)", []),
        ("[a](it.md#head) [b](it.md?raw)", []),
        ("[a](IT.md) [b](Refs/x.md)", ["IT.md", "Refs/x.md"]),
        ("`[a](gone.md)`\n\n~~~~\n[b](gone.md)\n~~~~\n\n    [c](gone.md)\n", []),
        ("<!-- [a](gone.md)\n\n[b](gone.md) -->", []),
        ("[a](https://x.y) [b](//x.y) [c](#d) [e]({f}.md) [g](<x>) [h](*.md) [i]($X) [j](...)", []),
        ("[a](/gone.md) [b](../../../gone.md) [c](../b.md)", []),
        (r"[a](refs\x.md)", []),
    ],
)
def test_links_that_are_missing(check, body, tokens):
    files = ["p/skills/a/it.md", "p/skills/a/has blank.md", "p/skills/a/100%.md"]
    files += ["p/skills/a/refs/x.md", "p/skills/b.md"]
    assert [token for token, _ in check(references.link_missing, body, files)] == tokens


def test_the_name_that_differs_by_case_is_said(check):
    rows = check(references.link_missing, "[a](Guide.md)", ["p/skills/a/GUIDE.md"])
    (message,) = messages(rows)
    assert message.endswith('"Guide.md", which does not exist; "GUIDE.md" differs only by case')


@pytest.mark.parametrize(
    ("link", "file", "how"),
    [
        ("e\u0301.md", "\u00e9.md", "in how its accents are stored (Unicode form C or D)"),
        ("e%CC%81.md", "\u00e9.md", "in how its accents are stored (Unicode form C or D)"),
        ("\u00e9.md", "e\u0301.md", "in how its accents are stored (Unicode form C or D)"),
        ("\u00c9.md", "e\u0301.md", "by case"),
    ],
)
def test_a_name_that_looks_the_same_is_said(check, link, file, how):
    rows = check(references.link_missing, f"[a]({link})", [f"p/skills/a/{file}"])
    assert messages(rows)[0].endswith(f'; "{file}" differs only {how}')


def test_a_share_is_absolute_as_it_is_typed(check):
    assert [t for t, _ in check(references.link_absolute, r"[a](\\host\x.md)")] == [r"\\host\x.md"]
    assert check(references.link_missing, r"[a](\\host\x.md)") == []


@pytest.mark.parametrize(
    ("body", "tokens"),
    [
        ("`scripts/a.py` `./assets/b.png`", ["scripts/a.py", "./assets/b.png"]),
        ("``references/c.md`` \\`assets/d.md`", ["references/c.md"]),
        ("`scripts/here.py` `scripts/top.sh` `scripts/` `scripts/a`", []),
        (
            "`scripts/{name}.py` `scripts/*.py` `scripts/<x>.py` `scripts/....md` `scripts/$A.py`",
            [],
        ),
        ("scripts/a.py\n\n```\n`scripts/a.py`\n```\n", []),
        ("`python scripts/a.py` `docs/a.md` `myscripts/a.py`", []),
    ],
)
def test_paths_in_code_that_are_missing(check, body, tokens):
    files = ["p/skills/a/scripts/here.py", "p/scripts/top.sh"]
    assert [token for token, _ in check(references.path_missing, body, files)] == tokens


def test_the_case_of_a_path_counts(check):
    rows = check(references.path_missing, "`scripts/A.py`", ["p/skills/a/scripts/a.py"])
    assert messages(rows)[0].endswith('; "a.py" differs only by case')


def test_links_that_leave_the_project_whether_they_exist_or_not(check):
    body = "[a](../../../out.md) [b](../../../none.md) [c](../../in.md)"
    rows = check(references.link_leaves_project, body, ["out.md", "p/in.md"])
    assert [token for token, _ in rows] == ["../../../out.md", "../../../none.md"]


def test_a_link_on_disk_that_leads_out_of_the_project(tree):
    root = tree({"p/a/SKILL.md": f"{HEAD}[x](l.md)", "out.md": ""})
    (root / "p/a/l.md").symlink_to("../../out.md")
    rows = found(references.link_leaves_project, placed(root, "p", project=root / "p"))
    assert [token for token, _ in rows] == ["l.md"]


def test_links_that_leave_the_skill_and_exist(check):
    body = "[a](../b/SKILL.md) [b](../none.md) [c](../a/SKILL.md) [d](../../docs/)"
    rows = check(references.link_leaves_skill, body, ["p/skills/b/SKILL.md.txt", "p/docs/x"])
    assert [token for token, _ in rows] == ["../../docs/"]


@pytest.mark.parametrize(
    "target", ["/etc/x.md", "~/x.md", "file:///x.md", r"C:\x\y.md", "c:/x.md", r"<\\\\host\x.md>"]
)
def test_absolute_links(check, target):
    body = f"[a]({target})"
    assert [t for t, _ in check(references.link_absolute, body)] == [target.strip("<>")]
    assert check(references.link_missing, body) == []


@pytest.mark.parametrize(
    "piece", ["[a](SKILL.md)\n", "[a](gone.md) ", "`scripts/a.py` ", "[a](https://b.c)\n", "x"]
)
def test_a_mebibyte_is_judged_in_time(piece, tree):
    skill = placed(tree({"a/SKILL.md": HEAD + piece * (1_000_000 // len(piece))}))
    start = time.process_time()
    for rule in references.RULES:
        list(rule.check(skill))
    assert time.process_time() - start < 10  # a wide bound: it takes about 1 s
