"""What holds for any input (lint.md section 9)."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from skillctl.rules.config.check import check_text as check_config
from skillctl.rules.engine import Checker, Terms
from skillctl.rules.find.found import Target
from skillctl.rules.find.paths import LintFolders
from skillctl.rules.finding import MOST
from skillctl.rules.selection import Selection
from skillctl.rules.skill.check import check_text as check_skill
from skillctl.source.file import BOM
from tests.policy.test_secrets import noise
from tests.timing import assert_linear

SKILL_PIECES = st.sampled_from(
    [
        b"---\n",
        b"---",
        b"name: ",
        b"a: b\n",
        b"description: >\n",
        b"  x\n",
        b"\t",
        b": ",
        b"[",
        b'"',
        b"'",
        b"# skillctl: ignore SK1\n",
        b"<!-- skillctl: ignore-file SK -->",
        b"```\n",
        b"\r",
        b"\n",
        b"\x00",
        b"\x85",
        b"\xc2\x85",
        b"\xe2\x80\xa8",
        b"\xef\xbb\xbf",
        b"\xff\xfe",
        b"&a ",
        b"*a ",
        b"<<",
    ]
)
CONFIG_PIECES = st.sampled_from(
    [
        b"{",
        b"}",
        b"[",
        b"]",
        b",",
        b":",
        b'"mcpServers"',
        b'"servers"',
        b'"a"',
        b'"command"',
        b'"url"',
        b'"args"',
        b'"env"',
        b"1e+5",
        b"NaN",
        b"null",
        b"// c\n",
        b"/*",
        b'"\\ud800"',
        b'"\\',
        b"\xff",
        b" ",
        b'"https://h.example/?key=Kq38vTz0bWm51RnYp7Lc6Hd2"',
        b"\r\n",
        b"\xef\xbb\xbf",
        b"\xc3\xa9",
    ]
)
TERMS = Terms(selection=Selection(), places=LintFolders(Path("/w")), is_code=bool)


def run(check, name, data):
    checker = Checker(TERMS)
    case = check(checker, Target(f"/w/{name}", name), data)
    assert checker.crashes == []
    return (*getattr(case, "findings", ()), *getattr(case, "suppressed", ()))


def assert_inside(finding, data):
    start, end = finding.location.start, finding.location.end
    if start is None:
        return
    assert 0 <= start.offset <= end.offset <= len(data)
    assert start.line >= 1
    assert start.column >= 1
    assert (start.line, start.column) <= (end.line, end.column)
    before = data[: start.offset].removeprefix(BOM)
    lines = before.replace(b"\r\n", b"\n").replace(b"\r", b"\n").decode().split("\n")
    if start.offset >= len(BOM) or not data.startswith(BOM):
        assert (start.line, start.column) == (len(lines), len(lines[-1]) + 1)


@pytest.mark.parametrize(
    ("check", "name", "pieces"),
    [(check_skill, "a/SKILL.md", SKILL_PIECES), (check_config, ".mcp.json", CONFIG_PIECES)],
    ids=["skill", "config"],
)
@given(data=st.data())
@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_bytes_give_findings_inside_the_file(check, name, pieces, data):
    content = data.draw(st.lists(pieces | st.binary(max_size=3), max_size=25).map(b"".join))
    for finding in run(check, name, content):
        assert_inside(finding, content)
        assert finding.message
        json.dumps(finding.message).encode("ascii")


def places(findings):
    return sorted(
        (f.code, f.location.start.line, f.location.start.column)
        for f in findings
        if f.location.start
    )


LINES = st.sampled_from(
    [
        "---",
        "name: a",
        "name: 7",
        "description: x",
        "description: a: b",
        "m:",
        "  k: v",
        "  k: v",
        "- x",
        'q: "open',
        "l: [a] b",
        "t: `x`",
        "# skillctl: ignore",
        "",
        "# Head",
        "text",
        "...",
        "--- ",
        "\t x",
    ]
)


@given(st.lists(LINES, max_size=12))
@example(["---", "d: |", "  x", "d: >", "---"])
@settings(max_examples=400, deadline=None)
def test_line_ends_change_no_place(lines):
    text = "\n".join(["---", *lines, ""])
    found = [
        places(run(check_skill, "a/SKILL.md", text.replace("\n", end).encode()))
        for end in ("\n", "\r\n", "\r")
    ]
    assert found[0] == found[1] == found[2]


NAMES = st.from_regex(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", fullmatch=True).filter(
    lambda name: len(name) <= 64 and name not in {"yes", "no", "on", "off", "true", "false", "null"}
)
UNSEEN = "\u115f\u1160\u3164\uffa0"  # letters that show nothing
TEXTS = st.text(
    st.characters(categories=("L", "N", "P", "S", "Zs"), exclude_characters=f"<{UNSEEN}"),
    min_size=1,
    max_size=200,
).filter(str.strip)
STYLES = (
    lambda text: json.dumps(text, ensure_ascii=False),
    lambda text: "'" + text.replace("'", "''") + "'",
    lambda text: "|-\n  " + text.lstrip(),
    lambda text: ">-\n  " + text.lstrip(),
)


@given(NAMES, TEXTS, st.sampled_from(STYLES), st.booleans(), st.sampled_from(["\n", "\r\n"]))
@settings(max_examples=200, deadline=None)
def test_a_valid_skill_has_no_finding(name, description, style, name_first, end):
    fields = [f"name: {name}", f"description: {style(description)}"]
    fields = fields if name_first else fields[::-1]
    text = "\n".join(
        ["---", *fields, "metadata: {author: me}", "---", "", "Text: with `code`.", ""]
    )
    assert run(check_skill, f"{name}/SKILL.md", text.replace("\n", end).encode()) == ()


PROGRAMS = st.from_regex(r"[a-z][a-z0-9]{0,9}-server", fullmatch=True)
WORDS = st.from_regex(r"-{0,2}[a-z0-9][a-z0-9.:=@]{0,9}", fullmatch=True)
SERVERS = st.fixed_dictionaries(
    {"command": PROGRAMS},
    optional={
        "args": st.lists(WORDS | st.just("${X_HOME}/notes"), max_size=3),
        "env": st.dictionaries(st.from_regex(r"X_[A-Z]{1,5}", fullmatch=True), WORDS, max_size=3),
        "timeout": st.integers(1_000, 600_000),
        "type": st.just("stdio"),
    },
) | st.fixed_dictionaries(
    {"type": st.just("http"), "url": st.just("https://notes.example/mcp")},
    optional={"headers": st.dictionaries(st.just("X-Key"), st.just("${X_KEY}"))},
)
ENTRIES = SERVERS.flatmap(lambda entry: st.permutations(list(entry.items())).map(dict))


@given(
    st.dictionaries(
        st.from_regex(r"n[a-z0-9]{0,9}", fullmatch=True), ENTRIES, min_size=1, max_size=4
    ),
    st.sampled_from([None, 2, "\t"]),
    st.sampled_from(["\n", "\r\n"]),
)
@settings(max_examples=200, deadline=None)
def test_a_valid_config_has_no_finding(servers, indent, end):
    text = json.dumps({"mcpServers": servers}, indent=indent).replace("\n", end)
    findings = run(check_config, ".mcp.json", text.encode())
    assert [f.code for f in findings] == []


@given(st.lists(LINES, max_size=12))
@settings(max_examples=200, deadline=None)
def test_silencing_every_finding_leaves_none(lines):
    text = "\n".join(["---", *lines, "", "<!-- skillctl: ignore-file SK -- all of them -->", ""])
    checker = Checker(TERMS)
    case = check_skill(checker, Target("/w/a/SKILL.md", "a/SKILL.md"), text.encode())
    assert {f.code for f in case.findings} <= {"LT003"}


@pytest.mark.parametrize("separator", ["", "\n"])
def test_a_large_hostile_config_takes_linear_time(separator):
    entry = '"é": {"env": {"K": "%s"}, "args": 1},' + separator
    token = "gh" + "p_" + noise(36)

    def check(times):
        servers = entry % token * times + '"x": {}'
        found = run(check_config, ".mcp.json", f'{{"mcpServers": {{{servers}}}}}'.encode())
        assert len(found) > 3 * min(times, MOST)

    assert_linear(check, 2_000)


def test_many_findings_in_a_skill_take_linear_time():
    def check(times):
        fields = "".join(f"k: é{n}\n" for n in range(times))
        comments = "<!-- skillctl: ignore -->\n" * 2 * times
        text = f"---\n# skillctl: ignore-file SK108\n{fields}---\n{comments}"
        found = run(check_skill, "a/SKILL.md", text.encode())
        assert len(found) > 2 * min(times, MOST)

    assert_linear(check, 4_000)
