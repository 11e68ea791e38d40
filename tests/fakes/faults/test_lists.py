import json

import pytest

from tests.fakes.faults.answers import called, listed


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
