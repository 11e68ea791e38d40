import json

import pytest

from skillctl.fakes.core import Fake
from skillctl.fakes.effects import Line
from tests.fakes.faults.answers import TOOLS, called, effects, listed
from tests.fakes.lockstep import fake_file, request


def names(fault):
    return [tool["name"] for tool in listed(fault)["result"]["tools"]]


def test_the_list_is_null():
    assert listed("null_list = true")["result"] == {"tools": None}


def test_an_entry_twice():
    assert names("duplicate = 'say'") == ["say", "say", "last"]
    assert names("duplicate = 'last'") == ["say", "last", "last"]


def test_another_order_the_same_for_the_same_number():
    orders = {tuple(names(f"shuffle = {seed}")) for seed in range(1, 9)}
    assert orders == {("say", "last"), ("last", "say")}
    assert names("shuffle = 4") == names("shuffle = 4")


def test_effects_on_one_list_compose():
    assert sorted(names("shuffle = 1\nduplicate = 'say'")) == ["last", "say", "say"]
    assert listed("null_list = true\nduplicate = 'say'")["result"] == {"tools": None}


@pytest.mark.parametrize("fault", ["error_text = 'x'", "error_code = 'x'"])
def test_an_error_has_no_list(fault):
    assert "result" not in listed(f"{fault}\nshuffle = 1")


def test_a_result_without_a_list_stays():
    assert json.loads(called("no_content = true"))["result"] == {}


def test_the_entries_of_a_page_are_lost_but_not_its_cursor():
    answer = listed("drop_page = true\n[server]\npage_size = 1")["result"]
    assert answer == {"tools": [], "nextCursor": "1"}


@pytest.mark.parametrize(
    ("style", "cursor"),
    [("normal", "1"), ("empty", ""), ("same", "same"), ("endless", "endless-1")],
)
def test_a_page_with_a_cursor_of_a_style(style, cursor):
    answer = listed(f"cursor = '{style}'\n[server]\npage_size = 1")["result"]
    assert [tool["name"] for tool in answer["tools"]] == ["say"]
    assert answer["nextCursor"] == cursor


def test_a_fault_says_that_the_page_is_its_own():
    done = effects("on = 'tools/list'\ncursor = 'same'", request(7, "tools/list"))
    assert [effect.cause for effect in done] == ["fault[0]"]


def test_without_a_fault_the_cursors_are_those_of_the_server_again():
    text = "on = 'tools/list'\nnth = 2\ncursor = 'normal'\n[server]\n"
    text += "cursor = 'endless'\npage_size = 1"
    fake = Fake(fake_file(f"{TOOLS}[[fault]]\n{text}"))
    cursors, given = [], None
    for number in range(3):
        params = {} if given is None else {"cursor": given}
        line = request(number, "tools/list", **params).rstrip(b"\n")
        (send,) = fake.step(Line(line), 0.0)
        given = json.loads(send.data)["result"].get("nextCursor")
        cursors.append(given)
    assert cursors == ["endless-1", None, "endless-1"]
