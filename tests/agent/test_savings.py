import pytest

from skillctl.agent.savings import Saving, savings
from skillctl.agent.weight import tool_weights, total_tokens
from skillctl.tokens import ESTIMATE, EXACT, METHODS
from tests.agent.views import tool

OWN = [tool(server=None, raw=None, name="read_file", description="x" * 9_000)]
BIG = [tool("big", name, description="x y " * 300) for name in "ab"]
ONE = [tool("one", "only", description="x y " * 200)]
SMALL = [tool("small", name, description="x") for name in "ab"]
TOOLS = [*OWN, *BIG, *ONE, *SMALL]


def saved(tools, among=None, method=ESTIMATE):
    weights = tool_weights(tools, "openai-chat", method)
    kept = [w for w in weights if among is None or w.tool.server in among]
    return savings(tools, weights, "openai-chat", method, among=kept)


def labels(found):
    return [(saving.server, saving.tool and saving.tool.raw_name) for saving in found]


def test_the_three_heaviest_servers_or_tools_heaviest_first():
    assert labels(saved(TOOLS)) == [("big", None), ("big", "a"), ("big", "b")]
    assert labels(saved([*OWN, *ONE, *SMALL])) == [("one", None), ("small", None), ("small", "a")]


@pytest.mark.parametrize("method", METHODS)
def test_what_a_server_saves_is_what_the_list_without_it_takes_less(method):
    found = saved(TOOLS, method=method)
    rest = [*OWN, *ONE, *SMALL]
    whole = total_tokens(TOOLS, "openai-chat", method)
    assert found[0] == Saving("big", None, whole - total_tokens(rest, "openai-chat", method))


def test_ours_cannot_be_dropped():
    assert saved(OWN) == ()


def test_only_what_was_asked_for_is_proposed():
    assert labels(saved(TOOLS, among=("small",))) == [
        *(("small", None), ("small", "a"), ("small", "b")),
    ]
    assert saved(TOOLS, among=()) == ()


def test_a_server_with_one_tool_is_proposed_once():
    assert labels(saved([*OWN, *ONE], method=EXACT)) == [("one", None)]
