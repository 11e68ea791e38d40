import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from skillctl.agent.assembly import assemble
from skillctl.agent.base import BUILTIN_TOOLS
from skillctl.agent.dialects.known import DIALECTS, sent_tools
from skillctl.agent.messages import UserMessage
from skillctl.agent.weight import (
    list_tokens,
    marginals,
    tool_weights,
    total_tokens,
)
from skillctl.agent.writer import written
from skillctl.settings import Settings
from skillctl.tokens import ESTIMATE, EXACT, METHODS
from skillctl.tools.catalog import server_tools
from tests.agent.views import tool, view
from tests.timing import assert_linear

TOOLS = [*BUILTIN_TOOLS, tool(), tool(raw="set", description="x" * 400)]


def quarter(text):
    return -(-len(text.encode()) // 4)


def sent(tools):
    """The tool list as the body holds it."""
    seen = view(tools=[t for t in tools if t.server])
    body = json.loads(assemble(seen, Settings(), [UserMessage("")], model="m").body)
    return [t for t in body["tools"] if t["function"]["name"] in {x.name for x in tools}]


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def test_raw_is_the_tool_alone_and_marginal_what_leaving_it_out_saves():
    whole = sent(TOOLS)
    assert total_tokens(TOOLS, "openai-chat", ESTIMATE) == quarter(compact(whole))
    for number, weight in enumerate(tool_weights(TOOLS, "openai-chat", ESTIMATE)):
        others = whole[:number] + whole[number + 1 :]
        assert weight.tool == TOOLS[number]
        assert weight.raw == quarter(compact(whole[number]))
        assert weight.marginal == quarter(compact(whole)) - quarter(compact(others))


def test_the_only_tool_takes_the_whole_list_with_it():
    (weight,) = tool_weights([tool()], "openai-chat", ESTIMATE)
    assert weight.marginal == quarter(compact(sent([tool()])))
    assert total_tokens([], "openai-chat", ESTIMATE) == list_tokens([], ESTIMATE) == 0
    assert tool_weights([], "openai-chat", ESTIMATE) == []


@given(st.lists(st.text(max_size=30), max_size=6), st.sampled_from(METHODS))
def test_marginals_by_lengths_are_those_of_the_list_without_each(texts, method):
    whole = list_tokens(texts, method)
    rests = [texts[:index] + texts[index + 1 :] for index in range(len(texts))]
    assert marginals(texts, method) == [whole - list_tokens(rest, method) for rest in rests]


ODD = "e\u0301 👩‍👩‍👧 天気 don't 12345 \r\n/ }},{\" \u00a0 ʰǅ {[]} ,"
TEXTS = st.text(st.sampled_from(ODD) | st.characters(), max_size=40)


def naive(texts, method):
    """What each text saves, by the definition of a marginal."""
    rests = [texts[:index] + texts[index + 1 :] for index in range(len(texts))]
    return [list_tokens(texts, method) - list_tokens(rest, method) for rest in rests]


@given(st.lists(st.tuples(TEXTS, TEXTS, st.sampled_from(["type", "name", "É"])), max_size=6))
@example([("]\u0301", "\u0301{", "type")] * 3)
@example([("", "/", "name")] * 2)
def test_exact_marginals_of_objects_are_those_of_the_definition(parts):
    tools = [{first: name, "description": words} for name, words, first in parts]
    texts = [written(value)[0].decode() for value in tools]
    assert marginals(texts, EXACT) == naive(texts, EXACT)


@pytest.mark.parametrize("dialect", DIALECTS)
@given(names=st.lists(TEXTS, min_size=1, max_size=5))
def test_marginals_of_tools_are_those_of_the_definition(dialect, names):
    tools = [tool(raw=name, description=name) for name in names]
    texts = [written(value)[0].decode() for value in sent_tools(tools, dialect)]
    assert [w.marginal for w in tool_weights(tools, dialect, EXACT)] == naive(texts, EXACT)


@pytest.fixture(scope="module")
def large(shared):
    """The sent form of the 117 tools of one server."""
    folder = shared / "corpus-tools" / "github+github-mcp-server"
    listed = [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]
    specs, _ = server_tools(["github"], "github", listed)
    assert len(specs) == 117
    return specs


@pytest.mark.parametrize("dialect", DIALECTS)
def test_marginals_of_a_real_server_are_exact_and_add_up(large, dialect):
    texts = [written(value)[0].decode() for value in sent_tools(large, dialect)]
    found = [w.marginal for w in tool_weights(large, dialect, EXACT)]
    assert found == naive(texts, EXACT)
    total = total_tokens(large, dialect, EXACT)
    # all but the first brackets, and what the last tool has less than the others: the comma
    assert abs(sum(found) - total) <= 3
    estimated = [w.marginal for w in tool_weights(large, dialect, ESTIMATE)]
    total = total_tokens(large, dialect, ESTIMATE)
    assert abs(sum(estimated) - total) <= len(large)


@pytest.mark.parametrize("method", METHODS)
def test_a_long_list_is_weighed_in_linear_time(method):
    text = '{"type":"function","text":"' + "x, y " * 1_600 + '"}'
    assert_linear(lambda size: marginals([text] * size, method), 200)
