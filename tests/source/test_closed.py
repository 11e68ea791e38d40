import pytest

from skillctl.source.closed import LATER, Key, Misfit, Own, examine, later
from skillctl.source.file import decode
from skillctl.source.toml_text import parse_toml

TABLE = {
    "name": Key(required=True),
    "mode": Key(choices=("fast", "slow")),
    "count": Key(kind="integer", least=1),
    "on": Key(kind="boolean"),
    "tags": Key(kind="strings"),
    "wanted": Key(kind="texts"),
    "env": Key(kind="map"),
    "states": Key(kind="map", choices=("up", "down")),
    "fakes": Key(kind="files"),
    "args": Key(kind="object"),
    "reply": Key(kind="json"),
    "free": Key(kind="any"),
    "limits": Key(kind="table", keys={"turns": Key(kind="integer", least=0)}),
    "turn": Key(
        kind="tables", keys={"say": Key(), "call": Key(kind="tables", keys={"tool": Key()})}
    ),
    "matrix": LATER,
}


def misfits(text):
    source = decode("file.toml", text.encode())
    node, problems = parse_toml(source)
    assert problems == ()
    return source, list(examine(node, TABLE))


def only(text):
    source, found = misfits(text)
    assert len(found) == 1
    return found[0], source.text[found[0].start : found[0].end]


GOOD = """
name = "x"
mode = "slow"
count = 1
on = true
tags = ["a"]
wanted = "one"
env = { A = "b" }
states = { s = "up" }
fakes = ["f.toml"]
args = { a = [1, 2.5, { b = true }] }
reply = [1]
free = 1979-05-27
limits = { turns = 0 }
[[turn]]
say = "hi"
call = [{ tool = "t" }]
"""


def test_a_file_as_declared_has_no_misfit():
    assert misfits(GOOD)[1] == []


def test_a_missing_key_is_named():
    found, _ = only("mode = 'fast'")
    assert (found.name, found.message) == ("value", 'the key "name" is missing')


def test_an_unknown_key_names_the_nearest_and_offers_it_where_one_letter_differs():
    found, at = only("name = 'x'\ncuont = 3")
    assert at == "cuont"
    assert found == Misfit(
        "unknown-key", 'unknown key "cuont"', 11, 16, 'did you mean "count"?', "count", 3, "/cuont"
    )


def test_an_unknown_key_further_off_is_only_suggested():
    found, _ = only("name = 'x'\nlimit_s_ = {}")
    assert found.advice == 'did you mean "limits"?'
    assert found.rename is None


def test_an_unknown_key_near_nothing_lists_what_there_is():
    found, _ = only("name = 'x'\n[[turn]]\nzzzzzz = 1")
    assert found.message == 'unknown key "zzzzzz" in "turn"'
    assert found.advice == "known keys: call, say"


def test_keys_of_a_later_version_are_one_text():
    assert later("matrix skip") == {"matrix": LATER, "skip": LATER}
    assert later("") == {}


def test_a_key_of_a_later_version_is_refused_by_name():
    found, at = only("name = 'x'\nmatrix = {}")
    assert at == "matrix"
    assert found.message == 'this version of skillctl does not support the key "matrix" yet'


@pytest.mark.parametrize(
    ("line", "wants", "at"),
    [
        ("mode = 1", "a string", "1"),
        ("count = true", "a whole number", "true"),
        ("count = 1.5", "a whole number", "1.5"),
        ("on = 'yes'", "true or false", "'yes'"),
        ("tags = 'a'", "a list of strings", "'a'"),
        ("tags = ['a', 1]", "a list of strings", "['a', 1]"),
        ("wanted = [1]", "a string or a list of strings", "[1]"),
        ("wanted = {}", "a string or a list of strings", "{}"),
        ("env = ['a']", "a table of strings", "['a']"),
        ("env = { A = 1 }", "a table of strings", "{ A = 1 }"),
        ("fakes = 'f'", "a list of strings or a table of strings", "'f'"),
        ("args = [1]", "a table of values that JSON can hold (no date, no infinity)", "[1]"),
        (
            "args = { a = [inf] }",
            "a table of values that JSON can hold (no date, no infinity)",
            "{ a = [inf] }",
        ),
        ("reply = 1979-05-27", "a value that JSON can hold (no date, no infinity)", "1979-05-27"),
        ("limits = 1", "a table", "1"),
        ("turn = [1]", "a list of tables", "[1]"),
        ("turn = {}", "a list of tables", "{}"),
    ],
)
def test_a_value_of_the_wrong_kind(line, wants, at):
    found, text = only(f"name = 'x'\n{line}")
    assert text == at
    assert found.name == "value"
    assert found.message == f'"{line.split()[0]}" wants {wants}'


def test_a_word_that_is_none_of_the_choices():
    found, at = only("name = 'x'\nmode = 'fas'")
    assert at == "'fas'"
    assert found.message == '"mode" is "fas"'
    assert found.advice == 'did you mean "fast"? one of: fast, slow'


def test_choices_hold_for_each_value_of_a_table():
    found, at = only("name = 'x'\nstates = { a = 'up', b = 'left' }")
    assert at == "'left'"
    assert found.advice == "one of: up, down"


def test_a_number_below_the_least():
    found, at = only("name = 'x'\nlimits = { turns = -1 }")
    assert (at, found.message) == ("-1", '"turns" in "limits" is -1')


def test_tables_in_tables_are_examined_where_they_stand():
    found, at = only("name = 'x'\n[[turn]]\ncall = [{ tol = 't' }]")
    assert (at, found.message) == ("tol", 'unknown key "tol" in "call"')


EVEN = Own(
    "an even number",
    lambda node: node.kind == "number" and node.value % 2 == 0,
    {"type": "integer", "multipleOf": 2},
)


@pytest.mark.parametrize(("value", "count"), [("4", 0), ("3", 1), ("'x'", 1)])
def test_a_format_may_have_a_kind_of_its_own(value, count):
    source = decode("file.toml", f"n = {value}".encode())
    node, _ = parse_toml(source)
    found = list(examine(node, {"n": Key(own=EVEN)}))
    assert [m.message for m in found] == ['"n" wants an even number'] * count


def test_a_misspelt_required_key_is_one_finding():
    found, at = only("nmae = 'x'")
    assert (at, found.rename) == ("nmae", "name")


@pytest.mark.parametrize(("number", "fits"), [(2**63 - 1, True), (2**63, False)])
def test_a_whole_number_of_json_has_64_bits(number, fits):
    _, found = misfits(f"name = 'x'\nreply = [{number}]")
    assert (not found) == fits


def test_a_key_is_not_renamed_to_one_that_stands_beside_it():
    found, at = only("name = 'x'\ncount = 1\ncuont = 3")
    assert (at, found.rename, found.advice) == ("cuont", None, 'did you mean "count"?')


def test_misfits_name_the_json_pointer_of_their_place():
    text = "name = 'x'\nboxes = [{ size = 1 }, { siez = 1 }]\n"
    keys = {**TABLE, "boxes": Key(kind="tables", keys={"size": Key(kind="integer", required=True)})}
    source = decode("a.toml", text.encode())
    node, _ = parse_toml(source)
    assert [m.field for m in examine(node, keys)] == ["/boxes/1/siez"]


def test_every_header_that_repeats_a_key_is_renamed_with_it():
    source, found = misfits("name = 'x'\n[[trun]]\nsay = 'trun'\n[[ trun ]]\nsay = 'b'\n")
    assert [source.text[s:e] for s, e in found[0].renamed(source.text)] == ["trun", "trun"]
    assert found[0].renamed(source.text)[1][0] == source.text.index(" trun ") + 1
    source, found = misfits("name = 'x'\ntrun = [{ say = 'a' }, { say = 'b' }]\n")
    assert len(found[0].renamed(source.text)) == 1
