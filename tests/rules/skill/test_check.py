from pathlib import Path

from skillctl.rules.engine import Checker, Terms
from skillctl.rules.find.discovery import discover
from skillctl.rules.find.found import Target
from skillctl.rules.find.paths import LintFolders
from skillctl.rules.selection import Selection
from skillctl.rules.skill.check import check, check_text, leads_somewhere
from skillctl.rules.skill.in_place import PLACED_RULES
from skillctl.rules.skill.places import map_of
from skillctl.skills.document import read_skill_document

CODES = ("SK207", "SK105")


def terms(root, **values):
    values = {
        "selection": Selection(),
        "places": LintFolders(root),
        "is_code": CODES.__contains__,
    } | values
    return Terms(**values)


def only(root, name, names=(), **values):
    path = root / name
    (case,) = check(Checker(terms(root, **values)), [Target(str(path), name, names)])
    return case


def codes(case):
    return [f.code for f in case.findings]


def skill(name, extra=""):
    return f"---\nname: {name}\n{extra}description: y\n---\ntext\n"


def test_a_case_bears_the_name_of_the_skill_or_of_its_folder(tree):
    root = tree({"a/SKILL.md": skill("b"), "c/SKILL.md": "# no"})
    assert (only(root, "a/SKILL.md").name, only(root, "c/SKILL.md").name) == ("b", "c")
    assert codes(only(root, "a/SKILL.md")) == ["SK207"]


def test_an_alias_that_the_skill_bears_is_its_folder(tree):
    root = tree({"store/SKILL.md": skill("caf\u00e9")})
    assert codes(only(root, "store/SKILL.md", ("x", "cafe\u0301"))) == ["SK205"]
    assert codes(only(root, "store/SKILL.md", ("x",))) == ["SK207", "SK205"]


def test_at_the_root_of_a_project_the_folder_plays_no_part(tree):
    root = tree({"SKILL.md": skill("other")})
    assert codes(only(root, "SKILL.md")) == ["SK207"]
    assert codes(only(root, "SKILL.md", places=LintFolders(root, root))) == []


def test_comments_count_unless_nobody_trusts_them(tree):
    root = tree({"a/SKILL.md": skill("b", "# skillctl: ignore-file SK207\n# skillctl: ignore\n")})
    heeded = only(root, "a/SKILL.md")
    assert codes(heeded) == ["LT003"]
    assert [f.code for f in heeded.suppressed] == ["SK207"]
    distrusted = only(root, "a/SKILL.md", comments=False)
    assert (codes(distrusted), distrusted.suppressed) == (["SK207"], ())


def test_a_comment_cannot_silence_what_is_said_about_comments(tree):
    text = skill("a", "# skillctl: ignore\n# skillctl: ignore-file LT003\n")
    root = tree({"a/SKILL.md": text})
    case = only(root, "a/SKILL.md", is_code={"LT003"}.__contains__)
    assert codes(case) == ["LT003"]


def test_the_limit_of_size_is_that_of_the_terms(tree):
    root = tree({"a/SKILL.md": skill("a")})
    assert codes(only(root, "a/SKILL.md", max_file_bytes=10)) == ["SK006"]


def test_a_text_is_judged_without_its_folder():
    target = Target("/w/a/SKILL.md", "a/SKILL.md")
    checker = Checker(terms(Path("/w")))
    assert codes(check_text(checker, target, skill("other").encode())) == []
    assert codes(check_text(checker, target, b"\xff")) == ["SK003"]
    empty = check_text(checker, target._replace(path="/w/a/skill.md"), b"")
    assert sorted(codes(empty)) == ["SK001", "SK006"]


def test_a_texts_links_are_those_of_its_neighbours_on_disk(tree):
    root = tree({"a/b.md": "", "shared/c.md": ""})
    target = Target(str(root / "a" / "SKILL.md"), "a/SKILL.md")
    text = skill("a") + "[b](b.md) [c](../shared/c.md) [d](d.md)\n"
    case = check_text(Checker(terms(root)), target, text.encode())
    assert codes(case) == ["SK401", "SK404"]


def test_a_text_that_is_not_stored_yet_may_lead_to_itself(tree):
    root = tree({"a/b.md": ""})
    target = Target(str(root / "a" / "SKILL.md"), "a/SKILL.md")
    text = skill("a") + "[a](SKILL.md#top) [b](../a/SKILL.md) [c](skill.md)\n"
    case = check_text(Checker(terms(root)), target, text.encode())
    assert codes(case) == ["SK401"]
    assert case.findings[0].message.startswith('the link leads to "skill.md"')


def test_links_are_silenced_by_comments_as_any_finding(tree):
    body = "[a](a.md) <!-- skillctl: ignore SK401 -- later -->\n[b](b.md)\n"
    root = tree({"a/SKILL.md": skill("a") + body})
    case = only(root, "a/SKILL.md", is_code={"SK401"}.__contains__)
    assert (len(case.findings), len(case.suppressed)) == (1, 1)


def test_what_leads_nowhere_breaks_no_rule_about_its_place(shared):
    told = 0
    for folder in (shared / "corpus", shared / "tricky"):
        discovery = discover([folder], LintFolders(folder), (), 100_000)
        ground = map_of(str(folder))
        for target in discovery.skills:
            path = Path(target.path)
            document = read_skill_document(path, target.shown, folder=target.around.real)
            if not leads_somewhere(document, target):
                placed = ground.placed(document, target)
                assert not [v for rule in PLACED_RULES for v in rule.check(placed)], path
                told += 1
    assert told > 200
