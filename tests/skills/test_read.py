"""When a skill file can be used: skills.md section 2."""

import pytest

from skillctl.skills.document import MAX_FILE_BYTES, read_skill_document
from skillctl.skills.read import Content, strict_content
from tests.skills.conftest import skill_text


@pytest.fixture
def content(tmp_path):
    def make(data, folder="x", names=()):
        path = tmp_path / folder / "SKILL.md"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return strict_content(read_skill_document(path, f"{folder}/SKILL.md"), names or {folder})

    return make


def test_a_plain_skill(content):
    found = content("---\nname: x\ndescription: Does it.\nlicense: MIT\n---\n# X\nDo.\n")
    assert isinstance(found, Content)
    assert (found.name, found.description, found.body) == ("x", "Does it.", "# X\nDo.\n")
    assert (found.line, found.model_invocable, found.user_invocable) == (3, True, True)
    assert found.warnings == ()


@pytest.mark.parametrize("key", ["autoAttach", "auto_attach"])
def test_globs_and_their_line_reach_the_skill(content, key):
    found = content(skill_text("x", more=f"license: MIT\n{key}: '*.md'\n"))
    assert (found.auto_attach, found.attach_line) == (("*.md",), 5)
    assert content(skill_text("x")).attach_line == 0


@pytest.mark.parametrize(
    ("more", "line"), [("", 5), ("license: MIT\n", 6), ("metadata:\n  a: b\n", 7)]
)
def test_the_first_line_of_the_body_is_known(content, more, line):
    for body in ("Do it.\n", "\r\n\nDo it.", ""):
        assert content(skill_text("x", more=more, body=body)).body_line == line


def test_switches_reach_the_skill(content):
    found = content(skill_text("x", more="disable-model-invocation: true\nuser-invocable: false\n"))
    assert (found.model_invocable, found.user_invocable) == (False, False)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_the_byte_order_mark_change_no_value(content, end, mark):
    text = "---\nname: x\ndescription: |\n  One\n  two\n---\nBody\n".replace("\n", end)
    found = content(mark + text.encode())
    assert (found.name, found.description) == ("x", "One\ntwo\n")
    assert found.body == f"Body{end}"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "x/SKILL.md:1:1: the first line is not `---`: no front matter"),
        ("# X\n", "x/SKILL.md:1:1: the first line is not `---`: no front matter"),
        ("\n---\nname: x\n---\n", "x/SKILL.md:1:1: blank lines stand before the front matter"),
        ("--- \nname: x\n---\n", "x/SKILL.md:1:1: the opening `---` has blanks after it"),
        ("---\nname: x\n", "x/SKILL.md:1:1: the front matter has no closing `---`"),
        ("---\nname: x\n--- \n", "x/SKILL.md:1:1: the closing `---` has blanks after it"),
        ("---\n---\n", "x/SKILL.md:2:1: the front matter holds no fields"),
        ("---\n- a\n---\n", "x/SKILL.md:2:1: the front matter holds no fields"),
        (
            '---\ndescription: "a\nname: x\n---\n',
            "x/SKILL.md:2:14: the front matter is not YAML that can be read: the quote that opens",
        ),
        ("---\nmetadata:\n\ta: b\n---\n", "x/SKILL.md:3:1: a tab indents this line"),
        ("---\ndescription: a\nb\n---\n", "x/SKILL.md:3:1: this line is no field, and to"),
        (
            "---\na: &a b\nc: [" + "*a, " * 101 + "]\n---\n",
            "x/SKILL.md:3:1: the front matter is not YAML that can be read: more than 100 aliases",
        ),
        ("---\ndescription: Modes: a\n---\n", 'x/SKILL.md:2:19: ": " starts a nested mapping'),
        (
            "---\nname: x\ndescription: a\nname: y\n---\n",
            "x/SKILL.md:4:1: the key 'name' stands in line 2 already",
        ),
        (
            "---\nname: x\ndescription: a\nm:\n  k: 1\n  k: 2\n---\n",
            "x/SKILL.md:6:3: the key 'k' stands in line 5 already",
        ),
        ("---\ndescription: a\n---\n", "x/SKILL.md:1:1: name is missing"),
        ("---\nname:\ndescription: a\n---\n", "x/SKILL.md:2:6: name is missing"),
        ("---\nname: 2024\ndescription: a\n---\n", "x/SKILL.md:2:7: name is a number"),
        ("---\nname: yes\ndescription: a\n---\n", "x/SKILL.md:2:7: name is a boolean"),
        ("---\nname: [x]\ndescription: a\n---\n", "x/SKILL.md:2:7: name is a list"),
        ("---\nname: X\ndescription: a\n---\n", "x/SKILL.md:2:7: name holds U+0058"),
        ("---\nname: x\n---\n", "x/SKILL.md:1:1: description is missing"),
        ("---\nname: x\ndescription: '  '\n---\n", "x/SKILL.md:3:14: description is blank"),
        (
            '---\nname: x\ndescription: "\\u200b"\n---\n',
            "x/SKILL.md:3:14: description is blank",
        ),
        ("---\nname: x\ndescription: {a: b}\n---\n", "x/SKILL.md:3:14: description is a mapping"),
    ],
)
def test_why_a_file_cannot_be_used(content, text, reason):
    assert content(text).startswith(reason)


def test_a_block_that_is_too_long(content):
    text = f"---\nname: x\ndescription: a\nz: {'y' * 70_000}\n---\n"
    assert content(text) == "x/SKILL.md:1:1: the front matter is over 65,536 bytes"


def test_what_is_not_utf_8(content):
    assert content("---\nname: x\né\n".encode("latin-1")) == "x/SKILL.md:3:1: is not UTF-8 text"
    assert content("---\nname: xé\n".encode("latin-1")) == "x/SKILL.md:2:8: is not UTF-8 text"
    utf16 = content("---\nname: x\n".encode("utf-16"))
    assert utf16 == "x/SKILL.md:1:1: is not UTF-8 text; it looks like UTF-16LE"


def test_each_limit_reported_file_size(content):
    text = skill_text("x", body="y" * MAX_FILE_BYTES)
    size = len(text)
    assert content(text) == f"x/SKILL.md: SKILL.md is {size:,} bytes; limit 1,048,576"
    fitting = skill_text("x")
    fitting += "y" * (MAX_FILE_BYTES - len(fitting))
    assert isinstance(content(fitting), Content)


def test_a_file_that_is_gone(tmp_path):
    document = read_skill_document(tmp_path / "x/SKILL.md", "x/SKILL.md")
    reason = strict_content(document, {"x"})
    assert reason == "x/SKILL.md: cannot be read: No such file or directory"


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        (skill_text("y"), "x/SKILL.md:2:7: name 'y' is not that of its folder 'x'"),
        (
            skill_text("x", description="d" * 1025),
            "x/SKILL.md:3:14: description has 1,025 characters; the limit is 1,024",
        ),
        (skill_text("x", body=""), "x/SKILL.md:5:1: nothing follows the front matter"),
        (skill_text("x", body=" \n\n"), "x/SKILL.md:5:1: nothing follows the front matter"),
        (
            skill_text("x", body="a\n" * 501),
            "x/SKILL.md:5:1: the body has 501 lines; over 500 are much to read",
        ),
        (
            skill_text("x", more="user-invocable: 1\n"),
            "x/SKILL.md:4:17: user-invocable is not true or false; taken as true",
        ),
    ],
)
def test_what_is_usable_and_odd(content, text, warning):
    found = content(text)
    assert isinstance(found, Content)
    assert found.warnings == (warning,)


def test_a_name_with_foreign_letters_is_usable(content):
    found = content(skill_text("数据"), folder="数据")
    assert found.warnings == (
        "数据/SKILL.md:2:7: name '数据' has letters that not every client takes",
    )


def test_the_folder_may_be_known_by_an_alias_and_in_another_form(content):
    assert content(skill_text("y"), names={"x", "y"}).warnings == ()
    decomposed = content(skill_text("caf\u00e9"), names={"cafe\u0301"})
    assert [w for w in decomposed.warnings if "folder" in w] == []


def test_edges_of_the_description(shared):
    """Case 11: characters of the parsed value count, not bytes."""
    skills = shared / "cases/11-description-length-edge/skills"
    found = {}
    for folder in sorted(skills.iterdir()):
        document = read_skill_document(folder / "SKILL.md", folder.name)
        found[folder.name] = strict_content(document, {folder.name})
    assert {name: len(c.warnings) for name, c in found.items()} == {
        "edge-1024": 0,
        "edge-1025": 1,
        "edge-multibyte": 0,
    }
    assert "1,025" in found["edge-1025"].warnings[0]


@pytest.mark.parametrize(
    ("case", "skill", "reason"),
    [
        ("01-colon-in-description", "pricing-report", ':3:44: ": " starts a nested mapping'),
        ("10-reserved-start-characters", "scoped", ":4:"),
        ("10-reserved-start-characters", "hinted", ":4:"),
        ("08-name-differs-from-directory", "title-case", ":2:7: name holds U+0054"),
    ],
)
def test_cases_that_are_not_usable(shared, case, skill, reason):
    path = shared / "cases" / case / "skills" / skill / "SKILL.md"
    assert strict_content(read_skill_document(path, "f"), {skill}).startswith(f"f{reason}")


def test_case_08_a_name_that_differs_is_usable_with_a_warning(shared):
    path = shared / "cases/08-name-differs-from-directory/skills/report-maker/SKILL.md"
    found = strict_content(read_skill_document(path, "f"), {"report-maker"})
    assert found.name == "acme-report-maker"
    assert found.warnings == (
        "f:2:7: name 'acme-report-maker' is not that of its folder 'report-maker'",
    )
