import json
import tomllib
from datetime import date, datetime, timedelta, timezone

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from skillctl.source.toml_places import EntrySpan, scan


def spans(text):
    """What each path's key and value are, cut out of the text."""
    return {
        path: (text[p.key_start : p.key_end], text[p.value_start : p.value_end])
        for path, p in scan(text).items()
    }


def leaves(value, path=()):
    """Every scalar of a document with its path."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from leaves(inner, (*path, index))
    else:
        yield path, value


def check(text):
    """Every scalar's slice reads as its value, every key's slice as its key."""
    found = spans(text)
    data = tomllib.loads(text)
    for path, value in leaves(data):
        key, written = found[path]
        read = tomllib.loads(f"x = {written}")["x"]
        assert type(read) is type(value)
        assert repr(read) == repr(value)
        if isinstance(path[-1], str):
            assert tomllib.loads(f"{key} = 1") == {path[-1]: 1}
        else:
            assert key == written
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a = 1", {("a",): ("a", "1")}),
        ("  a  =  'x y'  # c\n", {("a",): ("a", "'x y'")}),
        ('"a b" = true', {("a b",): ('"a b"', "true")}),
        ("'a.b' = 1", {("a.b",): ("'a.b'", "1")}),
        (r'"\u00e9\"" = 1', {('é"',): (r'"\u00e9\""', "1")}),
        ('"" = 1', {("",): ('""', "1")}),
        ("1.2 = 3", {("1",): ("1", "1"), ("1", "2"): ("2", "3")}),
        (
            "a . 'b' = 1",
            {("a",): ("a", "a"), ("a", "b"): ("'b'", "1")},
        ),
        ("d = 1979-05-27 07:32:00Z # when", {("d",): ("d", "1979-05-27 07:32:00Z")}),
        ("f = [1,2] # c", {("f",): ("f", "[1,2]"), ("f", 0): ("1", "1"), ("f", 1): ("2", "2")}),
        ("f = []", {("f",): ("f", "[]")}),
        ("t = { }", {("t",): ("t", "{ }")}),
        (
            "t = {a = 1, b.c = [{}]}",
            {
                ("t",): ("t", "{a = 1, b.c = [{}]}"),
                ("t", "a"): ("a", "1"),
                ("t", "b"): ("b", "b"),
                ("t", "b", "c"): ("c", "[{}]"),
                ("t", "b", "c", 0): ("{}", "{}"),
            },
        ),
    ],
)
def test_keys_and_values(text, expected):
    assert spans(text) == expected


@pytest.mark.parametrize(
    "value",
    [
        *('"plain"', '""', r'"\" \\ \u0041"', "'lit # , ] }'", "''", '"# , ] }"'),
        *('"""a\nb"""', '"""a"""', '""""""', '"""""a"" b"""""', r'"""\""""', '"""a\\\n  b"""'),
        *("'''a\n''b'''", "''''''", "'''''a'''''", "'''\\'''"),
        *("1", "-1_000", "0xFf", "0b1", "+1.5e-3", "inf", "-nan", "true", "false"),
        *("2024-01-02", "07:32:00.5", "2024-01-02T07:32:00+02:00", "2024-01-02 07:32:00"),
        *(
            "[ 1 , 2 , ]",
            "[\n # c ]\n 1, # , \n]",
            "[[], [[1]], {a = 1}]",
            "{ a.b = 1, 'c' = [1] }",
        ),
    ],
)
@pytest.mark.parametrize(
    "frame", ["k = {}", "k={}# c\nz = 1", "k = [{}]", "k = [ {} , {} ]", "k = {{ i = {} }}"]
)
def test_every_way_to_write_a_value(value, frame):
    text = frame.format(value, value)
    check(text)
    assert value in {written for _, written in spans(text).values()}


def test_tables_stand_at_their_header():
    found = check("[a]\nx = 1\n[a.b.c]\ny = 2\n[ 'd e' . f ]\n")
    assert found == {
        ("a",): ("a", "a"),
        ("a", "x"): ("x", "1"),
        ("a", "b"): ("b", "b"),
        ("a", "b", "c"): ("c", "c"),
        ("a", "b", "c", "y"): ("y", "2"),
        ("d e",): ("'d e'", "'d e'"),
        ("d e", "f"): ("f", "f"),
    }


def test_a_table_of_its_own_beats_the_header_of_one_below_it():
    text = "[a.b]\n[a]\n"
    assert scan(text)[("a",)] == EntrySpan(7, 8, 7, 8)
    assert scan("[a]\n[a.b]\n")[("a",)] == EntrySpan(1, 2, 1, 2)


def test_lists_of_tables():
    text = (
        "[[t]]\nx = 1\n[t.sub]\ny = 2\n[[t.in]]\nz = 3\n[[t.in]]\nz = 4\n[[t]]\n[[t.in]]\nz = 5\n"
    )
    places = scan(text)
    check(text)
    starts = {path: place.key_start for path, place in places.items()}
    assert starts[("t",)] == starts[("t", 0)] == text.index("t")
    assert starts[("t", 1)] == text.rindex("[[t]]") + 2
    assert starts[("t", 0, "sub")] == text.index("sub")
    assert text[places[("t", 0, "in", 1, "z")].value_start] == "4"
    assert text[places[("t", 1, "in", 0, "z")].value_start] == "5"
    assert ("t", 1, "sub") not in places


def test_crlf_and_comments_shift_nothing():
    text = '# one\r\n[a] # two\r\nx = """p\r\nq"""\r\ny = [\r\n 1, # c\r\n]\r\n'
    found = check(text)
    assert found[("a", "x")] == ("x", '"""p\r\nq"""')
    assert found[("a", "y", 0)] == ("1", "1")


def test_a_document_without_a_key():
    assert scan("") == scan("\n\t# only\r\n") == {}


keys = st.text(max_size=4) | st.text("abc-_19", min_size=1, max_size=4)
offsets = st.none() | st.integers(-1439, 1439).map(lambda m: timezone(timedelta(minutes=m)))
scalars = (
    st.text(max_size=8)
    | st.text("'\"\n\\#]},= a", max_size=8)
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats()
    | st.dates(date(1, 1, 1))
    | st.times()
    | st.datetimes(datetime(1, 1, 1), timezones=st.none())  # noqa: DTZ001 # TOML has local times
    | st.builds(
        lambda moment, zone: moment.replace(tzinfo=zone),
        st.datetimes(datetime(2, 1, 1), datetime(9000, 1, 1)),  # noqa: DTZ001 # zone is put on
        offsets,
    )
)
documents = st.dictionaries(
    keys,
    st.recursive(
        scalars,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    ),
    max_size=4,
)


@given(documents, st.booleans(), st.booleans())
def test_every_scalar_of_a_written_document_reads_back_from_its_slice(data, multiline, crlf):
    text = tomli_w.dumps(data, multiline_strings=multiline)
    check(text.replace("\n", "\r\n") if crlf else text)


def quoted(key, random):
    """A key in one of the ways to write it."""
    ways = [json.dumps(key).replace("\x7f", "\\u007f")]
    if key and set(key) <= set("abc-_19"):
        ways.append(key)
    if "'" not in key and key.isprintable():
        ways.append(f"'{key}'")
    return random.choice(ways)


def written(value, random):
    """A value on one line, blanks put in at random."""
    gap = lambda: random.choice(["", " ", "\t "])  # noqa: E731 # shorter than a function
    if isinstance(value, dict):
        pairs = (
            f"{quoted(k, random)}{gap()}={gap()}{written(v, random)}" for k, v in value.items()
        )
        return "{" + gap() + f"{gap()},{gap()}".join(pairs) + gap() + "}"
    if isinstance(value, list):
        wide = lambda: random.choice(["", " ", "\n", " # ]\n"])  # noqa: E731 # shorter than a function
        return "[" + "".join(f"{wide()}{written(v, random)}{wide()}," for v in value) + wide() + "]"
    return tomli_w.dumps({"x": value}).removeprefix("x = ").removesuffix("\n")


def lines(table, path, random):
    """The lines of a table: dotted keys, inline tables and headers in turn."""
    later = []
    for key, value in table.items():
        name = quoted(key, random)
        style = random.randrange(3)
        if isinstance(value, dict) and value and style == 0:
            later.append((name, value))
        elif isinstance(value, dict) and value and style == 1:
            for inner, deep in value.items():
                yield f"{name} . {quoted(inner, random)} = {written(deep, random)}"
        else:
            yield f"{name} = {written(value, random)} # c"
    for name, value in later:
        header = [*path, name]
        yield f" [ {' . '.join(header)} ] # ]"
        yield from lines(value, header, random)


names = st.text("abc-_19", min_size=1, max_size=3) | st.sampled_from(["", "a b", "é", "a.b", '"'])
plain = st.integers() | st.booleans() | st.text("a'\"#]}", max_size=3)
tables = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3)
)


@given(st.dictionaries(names, tables, max_size=4), st.randoms(use_true_random=False))
def test_every_scalar_reads_back_however_it_is_written(data, random):
    text = "\n".join(lines(data, [], random))
    assert tomllib.loads(text) == data
    check(text)
