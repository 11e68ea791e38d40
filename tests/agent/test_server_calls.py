from dataclasses import replace

import pytest

from skillctl.agent.prepared import ToolError
from skillctl.agent.server_calls import server_caller
from skillctl.errors import EndpointFailed
from skillctl.mcp.client import RpcError
from tests.agent.views import tool

GET = tool("we ather", "get it", name="mcp__we_ather__get_it")


def answering(raw):
    def answer(server, name, arguments):
        if isinstance(raw, Exception):
            raise raw
        assert (server, name, arguments) == ("we ather", "get it", {"city": "x"})
        return raw

    return server_caller(answer)


def test_a_result_is_wrapped_as_data_of_its_server():
    result = answering({"content": [{"type": "text", "text": "18C"}]})(GET, {"city": "x"})
    assert result.text == '<mcp_result server="we ather" tool="get it">\n18C\n</mcp_result>'
    assert not result.is_error


def test_a_result_that_was_cut_says_so():
    long = {"content": [{"type": "text", "text": "x" * 30_000}]}
    assert answering(long)(GET, {"city": "x"}).cut
    assert answering(RpcError("we ather", 1, "x" * 30_000))(GET, {"city": "x"}).cut
    short = {"content": [{"type": "text", "text": "x" * 9_000}]}
    assert not answering(short)(GET, {"city": "x"}).cut


def test_the_flag_alone_makes_an_error():
    raw = {"content": [{"type": "text", "text": "no"}], "isError": True}
    result = answering(raw)(GET, {"city": "x"})
    assert result.is_error
    assert 'error="true"' in result.text


def test_a_protocol_error_is_an_error_result():
    result = answering(RpcError("we ather", -32602, "bad city"))(GET, {"city": "x"})
    assert result.is_error
    assert "MCP error -32602: bad city" in result.text


def test_a_failed_server_is_an_error_for_the_model():
    with pytest.raises(ToolError, match='server "we ather": exited with code 7'):
        answering(EndpointFailed('server "we ather": exited with code 7'))(GET, {"city": "x"})


def test_a_result_against_the_schema_of_its_tool_is_noted_and_kept():
    said = []
    raw = {"content": [{"type": "text", "text": "18C"}], "structuredContent": 18}
    run = server_caller(lambda *_: raw, lambda *words: said.append(words))
    result = run(replace(GET, output_schema={"type": "string"}), {"city": "x"})
    assert result.text.splitlines()[1:-1] == ["18C", "18"]
    ((server, words),) = said
    assert server == "we ather"
    forbids = "gave structuredContent that its outputSchema forbids: $: expected string, got number"
    assert words == f'tool "get it" {forbids}'
    run(GET, {"city": "x"})
    assert len(said) == 1
