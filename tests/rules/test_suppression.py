from functools import partial

import pytest

from skillctl.errors import Location, Position
from skillctl.findings import Finding, Severity
from skillctl.rules.suppression import suppressions_in, suppressions_of
from skillctl.skills.document import parse_skill
from skillctl.source.file import SourceFile
from skillctl.source.json_text import parse_json
from skillctl.source.toml_text import parse_toml
from tests.timing import assert_linear

CODES = ("SK101", "SK207", "SK212", "MC101")


def is_code(word):
    return any(code.startswith(word) for code in CODES)


def read(text, tmp_path):
    source = SourceFile("SKILL.md", text.encode(), text)
    return suppressions_of(source, parse_skill(source, tmp_path / "SKILL.md", "a", "a"), is_code)


def finding(code, line):
    place = Location("SKILL.md", Position(line, 1, 0)) if line else Location("SKILL.md")
    return Finding(
        code=code,
        name="x",
        severity=Severity.ERROR,
        message="",
        consequence="",
        location=place,
        kind="skill",
    )


def silent_lines(comments, code, count=20):
    return [line for line in range(1, count) if comments.silences(finding(code, line))]


FRONT = "---\nname: x\ndescription: y{comment}\n---\n"


def test_at_the_end_of_a_line_it_covers_that_line(tmp_path):
    comments = read(FRONT.format(comment=" # skillctl: ignore SK207, SK2 -- why"), tmp_path)
    assert silent_lines(comments, "SK207") == [3]
    assert silent_lines(comments, "SK212") == [3]
    assert silent_lines(comments, "SK101") == []
    assert not comments.silences(finding("SK207", None))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_alone_in_yaml_it_covers_the_whole_value_of_the_next_key(end, tmp_path):
    text = (
        "---\n# skillctl: ignore SK212 -- long on purpose\n\n# another\ndescription: >\n  one\n\n"
        "  two\ntags:\n- a\n- b\nname: x\n---\n"
    )
    comments = read(text.replace("\n", end), tmp_path)
    assert silent_lines(comments, "SK212") == [5, 6, 7, 8]
    listed = read(
        text.replace("# another", "")
        .replace("description: >\n  one\n\n  two\n", "")
        .replace("\n", end),
        tmp_path,
    )
    assert silent_lines(listed, "SK212") == [5, 6, 7]


def test_alone_in_markdown_it_covers_the_next_line_that_is_not_blank(tmp_path):
    text = FRONT.format(comment="") + "<!-- skillctl: ignore SK101 -->\n\n \ntext\nmore\n"
    assert silent_lines(read(text, tmp_path), "SK101") == [8]
    ended = FRONT.format(comment="") + "text <!-- skillctl: ignore SK101 -- why --> \nmore\n"
    assert silent_lines(read(ended, tmp_path), "SK101") == [5]
    last = FRONT.format(comment="") + "<!-- skillctl: ignore SK101 -->"
    assert silent_lines(read(last, tmp_path), "SK101") == [5]


@pytest.mark.parametrize(
    "text",
    [
        "---\nname: x\n# skillctl: ignore-file SK207\n---\n",
        "---\nname: x\n---\n<!-- skillctl: ignore-file SK2 -- why -->\n",
        "no front matter <!-- skillctl: ignore-file SK207 -->\n",
    ],
)
def test_a_whole_file_and_what_is_said_about_its_folder(text, tmp_path):
    comments = read(text, tmp_path)
    assert comments.silences(finding("SK207", None))
    assert comments.silences(finding("SK207", 2))
    assert not comments.silences(finding("SK101", 2))


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("ignore", "the comment names no code"),
        ("ignore -- because", "the comment names no code"),
        ("ignore-file", "the comment names no code"),
        ("ignore SK999 -- x", '"SK999" is no code of a rule'),
        ("ignore SK207, nonsense", '"nonsense" is no code of a rule'),
    ],
)
def test_a_comment_without_known_codes_silences_nothing(words, problem, tmp_path):
    for text in (f"---\nname: x # skillctl: {words}\n---\n", f"body <!-- skillctl: {words} -->\n"):
        comments = read(text, tmp_path)
        (comment,) = comments.comments
        assert comment.problem == problem
        assert silent_lines(comments, "SK207") == []


@pytest.mark.parametrize(
    "text",
    [
        "---\nname: 'x # skillctl: ignore SK207'\n---\n",
        "---\nd: |\n  # skillctl: ignore SK207\n---\n",
        '---\nl: [{k: "# skillctl: ignore SK207"}]\n---\n',
        "---\nname: x#skillctl: ignore SK207\n---\n",
        "---\nname: x\n---\n# skillctl: ignore SK207\n",
        "---\nname: x\n---\n```\n<!-- skillctl: ignore SK207 -->\n```\n",
        "---\nname: x\n---\n~~~~ md\n```\n<!-- skillctl: ignore SK207 -->\n~~~\n~~~~\n",
        "---\nname: x\n---\n```\n<!-- skillctl: ignore SK207 -->\n",
        "---\nname: x\n---\n<!-- skillctl: ignored SK207 -->\n",
        "---\nname: x\n---\n<!-- skillctl: ignore-files SK207 -->\n",
        "---\nname: x\n---\n<!-- skillctl: ignore\nSK207 -->\n",
    ],
)
def test_what_is_no_comment(text, tmp_path):
    assert read(text, tmp_path).comments == ()


def test_after_a_closed_fence_a_comment_counts_again(tmp_path):
    text = "---\nname: x\n---\n```\ncode\n```\ntext <!-- skillctl: ignore SK207 -->\n"
    assert silent_lines(read(text, tmp_path), "SK207") == [7]


@pytest.mark.parametrize(
    ("head", "piece", "times", "tail"),
    [
        ("---\n", "# skillctl: ignore SK1\n", 2800, "---\n"),
        ("---\nl:\n", "# skillctl: ignore SK1\n- 'x'\n", 2000, "---\n"),
        ("---\n---\n", "<!-- skillctl: ignore SK1 -->\n", 20_000, ""),
        ("---\n---\n<!-- skillctl: ignore SK1 -->\n", "\n", 500_000, ""),
        ("---\n---\n", "```\n<!-- skillctl: ignore SK1 -->\n", 10_000, ""),
        ("---\n---\n", "<!-- skillctl: ignore SK1 -->", 10_000, "\n"),
        ("---\n---\n" + " " * 100_000, "<!-- skillctl: ignore SK1 -->", 10_000, "\n"),
        ("---\n---\n", "<!-- skillctl: ignore SK1 -- ", 10_000, "\n"),
        ("---\n---\n<!-- skillctl: ignore SK1", " ", 300_000, "\n"),
        ("---\n---\n<!-- skillctl: ignore SK1", " a", 150_000, " -->\n"),
        ("---\n# skillctl: ignore SK1", " ", 60_000, "x\n---\n"),
    ],
)
def test_hostile_repetition_takes_linear_time(head, piece, times, tail, tmp_path):
    assert_linear(lambda n: read(head + piece * n + tail, tmp_path), times)


def test_a_comment_of_many_codes_is_read_once(tmp_path):
    asked = []
    text = f"---\n---\n<!-- skillctl: ignore {'SK101,' * 1000} -->x\n"
    source = SourceFile("SKILL.md", text.encode(), text)
    skill = parse_skill(source, tmp_path / "SKILL.md", "a", "a")
    comments = suppressions_of(source, skill, lambda code: asked.append(code) or True).comments
    assert (asked, comments[0].codes, comments[0].lines) == (["SK101"], ("SK101",), range(3, 4))


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("<!-- skillctl: ignore SK1 --> <!-- skillctl: ignore SK2 -->\na\n", [3]),
        ("<!-- skillctl: ignore SK2 -- why", []),
        ("<!-- skillctl: ignore SK2 -- <!-- a -->\nb\n", [4]),
        ("<!-- skillctl: ignore SK2 \t -- why\t-->\t \nb\n", [4]),
        ("\t<!-- skillctl: ignore SK2 -->\nb\n", [4]),
    ],
)
def test_comments_of_a_body_in_one_line(body, lines, tmp_path):
    assert silent_lines(read(f"---\n---\n{body}", tmp_path), "SK207") == lines


def data(text, name="a.toml"):
    source = SourceFile(name, text.encode(), text)
    mark = "#" if name.endswith("toml") else "//"
    parse = parse_toml if mark == "#" else partial(parse_json, comments=True)
    return suppressions_in(source, parse(source)[0], mark, lambda code: code.startswith("FK"))


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a = 1 # skillctl: ignore FK003 -- why\nb = 2\n", [1]),
        ("a = 1# skillctl: ignore FK003\n", [1]),
        ("# skillctl: ignore FK\n\n# more\na = [\n  1,\n]\nb = 2\n", [4, 5, 6]),
        ("# skillctl: ignore FK003\n[server]\nname = 1\n\nx = 2\n[other]\n", [2, 3, 4, 5]),
        ("a = 1\n# skillctl: ignore FK003\n[s.one]\nx = 1\n[s.two]\nx = 2\n", [3, 4]),
        ("# skillctl: ignore FK003\n[[tool]]\nname = 1\n[[tool]]\nname = 2\n", [2, 3]),
        ("[[tool]]\nname = 1\n# skillctl: ignore FK003\n[[tool]]\nname = 2\n", [4, 5]),
        ('# skillctl: ignore FK003\na = """\nx\n"""\nb = 1\n', [2, 3, 4]),
        ("a = [\n  # skillctl: ignore FK003\n  1,\n  2,\n]\n", [3]),
        ("# skillctl: ignore FK003\na = { b = [\n1 ] }\nc = 1\n", [2, 3]),
        ("a = 1\n# skillctl: ignore FK003", [2]),
        ("a = 1\n# skillctl: ignore-file FK003\nb = 1\n", list(range(1, 20))),
        ('a = "# skillctl: ignore FK003"\n', []),
        ("a = '''\n# skillctl: ignore FK003\n'''\nb = 1\n", []),
        ('"# skillctl: ignore FK003" = 1\n', []),
        ("// skillctl: ignore FK003\n", []),
        ("# skillctl: ignoring FK003\na = 1\n", []),
        ("# skillctl: ignore\na = 1\n", []),
        ("# skillctl: ignore XX003\na = 1\n", []),
        ("# skillctl: ignore FK003\na = [\n", [2]),
    ],
)
def test_comments_in_toml(text, lines, end):
    assert silent_lines(data(text.replace("\n", end)), "FK003") == lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ('{"a": 1 // skillctl: ignore FK003 -- why\n}', [1]),
        ('{"a": 1,// skillctl: ignore FK003\n"b": 2}', [1]),
        ('{\n// skillctl: ignore FK003\n\n"a": {\n  "b": 1\n},\n"c": 1}', [4, 5, 6]),
        ('{"a": [\n// skillctl: ignore FK003\n{ "x":\n 1 },\n2]}', [3, 4]),
        ('{"a": "https:// skillctl: ignore FK003"\n}', []),
        ('{"a": 1 /* skillctl: ignore FK003 */\n}', []),
        ('{"a": 1} # skillctl: ignore FK003\n', []),
    ],
)
def test_comments_in_json_with_comments(text, lines):
    assert silent_lines(data(text, "a.json"), "FK003") == lines


def test_many_comments_take_linear_time():
    text = "".join(f"# skillctl: ignore FK003\na{n} = {n}\n" for n in range(20_000))
    comments = data(text)
    assert [list(comment.lines) for comment in comments.comments[:2]] == [[2], [4]]
    found = [finding("FK003", line) for line in range(1, 40_001)]
    assert len(comments.silenced(found)) == 20_000


@pytest.mark.parametrize(
    ("comment", "found", "ran", "later", "is_idle"),
    [
        ("ignore FK003", [("FK003", 2)], {"FK003"}, (), False),
        ("ignore FK003", [("FK003", 3)], {"FK003"}, (), True),
        ("ignore FK003", [("FK004", 2)], {"FK003", "FK004"}, (), True),
        ("ignore FK", [("FK004", 2)], {"FK003", "FK004"}, (), False),
        ("ignore FK003, FK004", [("FK004", 2)], {"FK003", "FK004"}, (), False),
        ("ignore FK003", [], {"FK003"}, (), True),
        ("ignore FK003", [], {"FK004"}, (), False),
        ("ignore FK003, FK004", [], {"FK004"}, (), False),
        ("ignore FK003", [], {"FK003"}, {"FK003"}, False),
        ("ignore-file FK003", [("FK003", None)], {"FK003"}, (), False),
        ("ignore-file FK003", [("FK003", 3)], {"FK003"}, (), False),
        ("ignore-file FK003", [("FK004", 3)], {"FK003"}, (), True),
        ("ignore FK003", [("FK003", None)], {"FK003"}, (), True),
        ("ignore", [], {"FK003"}, (), False),
    ],
)
def test_a_comment_that_silences_nothing_is_idle(comment, found, ran, later, is_idle):
    comments = data(f"# skillctl: {comment}\na = 1\nb = 2\n")
    findings = [finding(code, line) for code, line in found]
    assert list(comments.idle(findings, ran, later)) == list(comments.comments) * is_idle
