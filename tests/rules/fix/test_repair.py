import csv

from hypothesis import given, settings
from hypothesis import strategies as st

from skillctl.findings import Severity
from skillctl.rules.fix.repair import ROUNDS, TRIALS, mend
from skillctl.rules.selection import Selection
from tests.rules.fix.benches import bench, finding
from tests.rules.test_properties import CONFIG_PIECES, LINES, SKILL_PIECES

HEAD = b"---\nname: notes\n"


def test_fixes_of_one_round_are_made_together():
    done = mend(b"\xef\xbb\xbf---\r\ndescription: 7\r\n---\r\nText", bench())
    assert done.data == b'---\r\nname: notes\r\ndescription: "7"\r\n---\r\nText'
    assert (done.fixed, done.withheld) == (3, {})


def test_a_file_without_findings_is_left_alone():
    data = HEAD + b"description: Keeps notes.\n---\n"
    assert mend(data, bench()).data is data


def test_what_spoils_the_result_is_withheld_and_the_rest_is_made():
    def wrong(data):
        if b"7" in data:
            yield finding("XX1", (data.index(b"7"), data.index(b"7") + 1, "8"))

    data = b"---\nname: 2024\ndescription: Keeps notes.\nzz: {k: 7}\n---\n"
    done = mend(b"\xef\xbb\xbf" + data.replace(b"2024", b"notes"), bench(extra=wrong))
    assert (done.data, done.fixed) == (data.replace(b"2024", b"notes"), 1)
    at = done.data.index(b"7")
    reason = "it would change /zz/k in another way than meant"
    assert done.withheld == {("XX1", at): reason}
    named = mend(data, bench())
    assert (named.data, named.fixed) == (data, 0)
    assert named.withheld == {
        ("SK202", data.index(b"2024")): "a new error would appear: SK207 name-directory"
    }


def test_overlapping_fixes_are_made_one_round_after_the_other():
    def shrink(data):
        for at in range(data.index(b"#") + 1, len(data) - 1):
            yield finding("XX1", (at, at + 2, data[at + 1 : at + 2].decode()), at=at)

    data = HEAD + b"description: Keeps notes.\n---\n#abcdefg\n"
    done = mend(data, bench(extra=shrink))
    assert len(done.data) < len(data)
    assert done.data.startswith(HEAD)


def test_rounds_are_bounded():
    def grow(data):
        at = data.index(b"#") + len(data) % 2
        yield finding("XX1", (len(data), len(data), "x"), at=at, severity=Severity.WARNING)

    data = HEAD + b"description: Keeps notes.\n---\n#\n\n"
    done = mend(data, bench(extra=grow))
    assert (done.data, done.fixed) == (data + b"x" * ROUNDS, ROUNDS)


def test_many_fixes_that_are_refused_cost_a_bounded_number_of_trials():
    looked = []

    def wrong(data):
        looked.append(data)
        for at in range(200):
            yield finding("XX1", (40 + 3 * at, 41 + 3 * at, "é"), at=40 + 3 * at)

    data = HEAD + b'description: "' + b"x" * 800 + b'"\n---\n'
    done = mend(data, bench(extra=wrong))
    assert (done.data, len(done.withheld)) == (data, 200)
    assert len(looked) < 2 * TRIALS + 10
    assert "too many other fixes of this file are refused" in done.withheld.values()


def test_a_file_is_made_readable_value_by_value():
    data = HEAD + b"description: Use when: asked\nlicense: @me\nargs: [a] b\n---\nText: x\n"
    done = mend(data, bench())
    assert done.data == (
        HEAD + b'description: "Use when: asked"\nlicense: "@me"\nargs: "[a] b"\n---\nText: x\n'
    )
    assert (done.fixed, done.withheld) == (3, {})


def test_a_file_that_is_not_readable_in_the_end_stays_as_it_was():
    data = b"\xef\xbb\xbf" + HEAD + b"description: Use when: asked\nlicense: 'MIT\n---\n"
    done = mend(data, bench())
    assert (done.data, done.fixed) == (data, 0)
    words = "the result could not be read: the quote that opens here is never closed"
    assert set(done.withheld.values()) == {words}
    assert {code for code, _ in done.withheld} == {"SK004", "SK105"}


def test_more_stops_than_rounds_leave_the_file_as_it_was():
    stops = b"".join(b"k%d: @x\n" % n for n in range(ROUNDS + 1))
    data = HEAD + b"description: Keeps notes.\n" + stops + b"---\n"
    done = mend(data, bench())
    assert (done.data, done.fixed, len(done.withheld)) == (data, 0, 1)


def test_published_broken_skills_become_readable(shared):
    folder = shared / "corpus-broken"
    lines = (folder / "index.tsv").read_text().splitlines()
    rows = list(csv.DictReader(lines, delimiter="\t"))
    reading = bench(selection=Selection(selected=["SK1"], default=False))
    paths = [folder / row["file"] for row in rows if row["kind"].startswith("YAML-")]
    for path in paths:
        data = path.read_bytes()
        done = mend(data, reading)
        assert done.fixed >= 1, path
        assert done.withheld == {}, path
        assert_only_quoted(data, done.data)
    assert len(paths) == 24


def assert_only_quoted(before, after):
    """All lines are as before, but that some values stand in quotes."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    assert len(old) == len(new)
    for was, now in zip(old, new, strict=True):
        if was != now:
            key, value = was.split(b": ", 1)
            text = value.rstrip()
            quotes = (b'"' + text + b'"', b"'" + text + b"'")
            assert now in [key + b": " + quoted + value[len(text) :] for quoted in quotes]


@given(st.lists(LINES, max_size=10), st.sampled_from(["\n", "\r\n", "\r"]), st.booleans())
@settings(max_examples=150)
def test_mending_a_skill_again_changes_nothing(lines, end, bom):
    text = "\n".join(["---", *lines, "", "Text"]).replace("\n", end)
    assert_idempotent(text.encode("utf-8-sig" if bom else "utf-8"), bench())


@given(st.lists(SKILL_PIECES, max_size=15).map(b"".join))
@settings(max_examples=150)
def test_any_skill_is_mended_without_a_crash(data):
    assert_idempotent(data, bench())


@given(st.lists(CONFIG_PIECES, max_size=20).map(b"".join))
@settings(max_examples=100)
def test_any_config_is_mended_without_a_crash(data):
    assert_idempotent(data, bench("config"))


VALUES = st.sampled_from(["1", "true", "null", '"x"', "1e+5", "[1]", "{}", "-0.0"])


@given(st.lists(VALUES, max_size=4), VALUES, VALUES, st.sampled_from(["\n  ", "\r\n\t", " ", ""]))
@settings(max_examples=150)
def test_mending_a_config_again_changes_nothing(args, env, command, gap):
    body = f'"args":{gap}[{",".join(args)}],{gap}"env": {{"A":{env}}},{gap}"command":{command}'
    url = f'{{{gap}"url": "https://h.example/x"{gap}}}'
    text = f'{{"mcpServers": {{"a": {{{gap}{body}}}, "b": {url}}}}}'
    assert_idempotent(text.encode(), bench("config"))


def assert_idempotent(data, table):
    done = mend(data, table)
    again = mend(done.data, table)
    assert (again.data, again.fixed) == (done.data, 0)
    assert set(again.withheld) == set(done.withheld)
    assert (done.fixed > 0) == (done.data != data)
