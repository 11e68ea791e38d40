import json

import pytest

from tests.fakes.faults.answers import PLAIN, called

TEXT = ("result", "content", 0, "text")


def text_of(data):
    value = json.loads(data)
    for key in TEXT:
        value = value[key]
    return value


def test_a_byte_that_is_no_utf8():
    data = called("invalid_utf8 = true")
    with pytest.raises(UnicodeDecodeError):
        data.decode()
    assert text_of(data.decode("utf-8", "replace")) == "hé\ufffd"


def test_half_a_surrogate_pair():
    data = called("surrogate = true")
    assert data.decode().isprintable() == PLAIN.decode().isprintable()
    assert text_of(data) == "hé\ud800"


def test_line_separators_that_end_no_line():
    data = called("line_separators = true")
    assert data.count(b"\n") == 1
    assert text_of(data) == "hé\u2028\u0085"


def test_a_value_that_json_does_not_have():
    data = called("nan = true")
    assert b":NaN" in data
    with pytest.raises(ValueError, match="NaN"):
        json.loads(data, parse_constant=lambda word: (_ for _ in ()).throw(ValueError(word)))
    assert text_of(data) == "hé"


@pytest.mark.parametrize("levels", [1, 300, 100_000])
def test_lists_in_lists(levels):
    data = called(f"depth = {levels}")
    assert data.count(b"[" * levels) >= 1
    assert data.count(b"[") == levels + PLAIN.count(b"[")
    assert data.count(b"[") == data.count(b"]")


def test_nesting_that_a_parser_can_still_read():
    assert text_of(called("depth = 100")) == "hé"


def test_a_second_id_behind_the_first():
    pairs = json.loads(called("duplicate_keys = true"), object_pairs_hook=list)
    assert [value for key, value in pairs if key == "id"] == [7, 4_000_000_000]


def test_without_an_id_there_is_no_second_one():
    data = called("duplicate_keys = true\nid = 'missing'")
    assert b'"id"' not in data


def test_in_a_list_of_one():
    assert json.loads(called("batch = true")) == [json.loads(PLAIN)]


def test_over_several_lines():
    data = called("pretty = true")
    assert data.count(b"\n") > 5
    assert json.loads(data) == json.loads(PLAIN)


def test_what_is_no_json_by_now_stays_on_its_line():
    assert called("pretty = true\ninvalid_utf8 = true").count(b"\n") == 1


def test_there_is_no_string_in_what_an_effect_left():
    assert called("error_code = ''\nno_jsonrpc = true\nsurrogate = true").count(b"ud800") == 1


def test_a_list_in_which_something_is_odd_is_still_a_list():
    (message,) = json.loads(called("batch = true\nnan = true\ndepth = 3"))
    assert message["id"] == 7
