"""The hint for the files of a request: skills.md section 6."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.skills.focus import Focus
from skillctl.skills.hint import skills_hint
from tests.skills.test_entry import FOREIGN
from tests.skills.test_entry import skill as plain


def skill(name, *globs):
    return replace(plain(name), auto_attach=globs or ("**",))


def text(skills, *files, loading="tool"):
    return "".join(p.text for p in skills_hint(skills, Focus(files=files), loading=loading))


FORMS, TESTS = skill("react-forms", "*.tsx"), skill("ui-tests", "src/**")


def test_the_example_of_the_specification():
    assert text([FORMS, TESTS], "src/app.tsx") == (
        "\n\n<skills_hint>src/app.tsx matches react-forms, ui-tests. "
        "Load with the skill tool first.</skills_hint>"
    )
    assert text([FORMS, TESTS], "src/app.tsx", loading="read").endswith(
        "react-forms, ui-tests. Read the skill file first.</skills_hint>"
    )


def test_no_match_is_no_hint():
    assert text([FORMS, TESTS], "a.rs") == ""
    assert text([FORMS, TESTS]) == ""
    assert text([], "src/app.tsx") == ""


def test_a_subagent_gets_none():
    focus = Focus(files=("src/app.tsx",), subagent=True)
    assert skills_hint([FORMS, TESTS], focus, loading="tool") == ()


def test_three_names_then_how_many_more():
    skills = [skill(f"s{n}") for n in range(5)]
    assert "a.md matches s0, s1, s2 and 2 more. Load" in text(skills, "a.md")
    assert "a.md matches s0, s1, s2 and 1 more. Load" in text(skills[:4], "a.md")
    assert "a.md matches s0, s1, s2. Load" in text(skills[:3], "a.md")


def test_several_files_in_one_element():
    assert text([FORMS, TESTS], "src/a.rs", "none", "x.tsx") == (
        "\n\n<skills_hint>src/a.rs matches ui-tests; x.tsx matches react-forms. "
        "Load with the skill tool first.</skills_hint>"
    )


def test_files_that_have_no_room_are_counted():
    files = [f"src/{'folder/' * 9}{n}.rs" for n in range(5)]
    found = text([TESTS], *files)
    assert "; 3 more files match skills, too. Load with the skill tool first." in found
    assert found.count("matches ui-tests") == 2
    assert len(found) <= 300
    assert "; 1 more file matches skills, too. Load" in text([TESTS], *files[:3])


def test_a_long_path_gives_way_in_its_middle():
    found = text([TESTS], f"src/{'x' * 200}/end.rs")
    path = re.search(r"<skills_hint>(.*) matches", found)[1]
    assert len(path) == 120
    assert path.startswith("src/xxx")
    assert path.endswith("xxx/end.rs")
    assert path.count("…") == 1


def test_a_cut_parts_no_character():
    path = "src/" + "e\u0301" * 100
    shown = re.search(r"<skills_hint>(.*) matches", text([TESTS], path))[1]
    head, tail = shown.split("…")
    assert head.endswith("\u0301")
    assert tail.startswith("e")
    assert len(shown) <= 120


def test_long_names_give_way_to_their_number():
    skills = [skill(letter * 64) for letter in "abcdefgh"]
    found = text(skills, "x" * 500)
    assert len(found) <= 300
    assert re.search(r"matches a{64} and 7 more\. Load", found)


def test_each_run_names_whose_it_is():
    pieces = skills_hint([FORMS, TESTS], Focus(files=("src/app.tsx",)), loading="tool")
    assert [(p.text, p.skill) for p in pieces if p.skill] == [
        ("react-forms", FORMS),
        ("ui-tests", TESTS),
    ]
    assert [p.text for p in pieces if p.is_typed] == ["src/app.tsx"]


@pytest.mark.parametrize("count", [1, 2, 40])
def test_hint_bounded(count):
    skills = [skill(f"{'n' * 60}{n:04}") for n in range(100)]
    files = [f"{n}{'p' * 4000}" for n in range(count)]
    found = text(skills, *files)
    assert 0 < len(found) <= 300


@given(st.lists(FOREIGN, min_size=1, max_size=4), FOREIGN)
def test_a_file_can_neither_start_a_line_nor_close_the_hint(files, name):
    found = text([skill(name)], *dict.fromkeys(files))
    inner = found.removeprefix("\n\n<skills_hint>").removesuffix("</skills_hint>")
    assert len(found) <= 300
    assert not found or len(inner) + len("\n\n<skills_hint></skills_hint>") == len(found)
    assert len(inner.splitlines()) <= 1
    assert not re.search(r"<[\s/]*skills_hint\b", inner, re.IGNORECASE)
