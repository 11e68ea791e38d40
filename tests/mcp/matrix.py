"""One fake with one fault, as our client lives through it: in virtual time, or as a process."""

from skillctl.errors import EndpointFailed
from skillctl.fakes.pipe import Pipe
from skillctl.mcp.client import RpcError
from skillctl.mcp.server import ManagedServer
from skillctl.servers.model import said_by
from skillctl.tools.catalog import server_tools
from skillctl.tools.results import result_text, rpc_error_text
from tests.server_configs import server_config

NAME = "faulty"
TOOLS = ("say", "other", "say")


class Starts:
    """Starts a fake in this process each time it is asked to."""

    def __init__(self, file):
        self.file = file
        self.pipes = []

    def __call__(self, _config):
        self.pipes.append(Pipe(self.file))
        return self.pipes[-1]

    def now(self):
        """The virtual seconds of all starts together."""
        return sum(pipe.now() for pipe in self.pipes)


def converse(start, clock, config=None):
    """What a user gets to see of a server: its state, its tools, three calls, what was odd."""
    server = ManagedServer(config or server_config(NAME), start, clock)
    server.open()
    status = server.status()
    specs, odd = server_tools([NAME], NAME, status.tools.tools)
    said = {
        "state": status.state,
        "reason": status.reason.removeprefix(said_by(NAME)),
        "opened_after": round(clock(), 3),
        "protocol": status.info.protocol if status.info else None,
        "tools": [spec.raw_name for spec in specs],
    }
    if status.state == "ready":
        said["calls"] = [_call(server, tool, clock) for tool in TOOLS]
    server.close()
    said["notes"] = [note.removeprefix(said_by(NAME)) for note in (*server.status().notes, *odd)]
    return said


def _call(server, tool, clock):
    """One call, as the text that a model gets."""
    began = clock()
    try:
        text, is_error = result_text(NAME, tool, server.call(tool, {}))
    except RpcError as error:
        text, is_error = rpc_error_text(NAME, tool, error.code, error.text)
    except EndpointFailed as failure:
        text, is_error = str(failure).removeprefix(said_by(NAME)), None
    lines = text.splitlines()
    body = "\n".join(lines[1:-1]) if is_error is not None else text
    ended = {True: "error", False: "result", None: "failed"}[is_error]
    return {"tool": tool, ended: body, "after": round(clock() - began, 3)}
