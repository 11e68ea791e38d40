"""Calls of tools of servers, as a model gets their results."""

import sys
from collections.abc import Callable, Mapping
from functools import partial

from skillctl.agent.prepared import ToolError, ToolResult
from skillctl.agent.structured import structured_problem
from skillctl.agent.toolbox import ServerCall
from skillctl.errors import EndpointFailed
from skillctl.mcp.client import RpcError
from skillctl.policy.text import row
from skillctl.tools.results import result_text, rpc_error_text
from skillctl.toolspec import ToolSpec

RawCall = Callable[[str, str, Mapping[str, object]], Mapping[str, object]]


def _untold(_server: str, _words: str) -> None:
    """Where nobody is told what was odd."""


def server_caller(call: RawCall, note: Callable[[str, str], None] = _untold) -> ServerCall:
    """Call a server's tool by its raw name; its failure is an error for the model.

    `note` gets what is odd about a result: the server, and the words.
    """

    def run(tool: ToolSpec, arguments: Mapping[str, object]) -> ToolResult:
        server, raw_name = str(tool.server), str(tool.raw_name)
        try:
            raw = call(server, raw_name, arguments)
        except RpcError as error:
            said = partial(rpc_error_text, server, raw_name, error.code, error.text)
            return _result(said)
        except EndpointFailed as failure:
            raise ToolError(str(failure)) from failure
        problem = structured_problem(tool, raw)
        if problem:
            note(server, f'tool "{row(raw_name)}" {problem}')
        return _result(partial(result_text, server, raw_name, raw))

    return run


def _result(said: Callable[..., tuple[str, bool]]) -> ToolResult:
    """What a server said, and whether the model gets only a part of it."""
    text, is_error = said()
    return ToolResult(text, is_error, cut=len(said(limit=sys.maxsize)[0]) > len(text))
