"""Calls of the tools of one fake: unknown tools, arguments that do not fit, replies."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any

from skillctl.fakes.answers import refused, reply_effects, tool_error
from skillctl.fakes.effects import Effect, Send, stderr_line
from skillctl.fakes.match import Call, first_match, nearest
from skillctl.fakes.model import Server, Tool
from skillctl.fakes.protocol import Message, result

NO_MATCH = "no_match"


class Calls:
    """Answers calls; keeps a judge of arguments per tool, counts the calls that matched nothing."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._judges: dict[str, Any] = {}
        self._unjudged: set[str] = set()
        self.unmatched = 0

    def answer(
        self, message: Message, request_id: int | str, listed: Sequence[Tool], number: int
    ) -> Iterator[Effect]:
        """What a call brings about; `number` counts the calls of its tool."""
        name, arguments = message.params.get("name"), message.params.get("arguments", {})
        tool = next((tool for tool in listed if tool.name == name), None)
        if not isinstance(name, str) or not isinstance(arguments, dict):
            text = 'a call wants "name", a string, and "arguments", an object'
            yield refused(request_id, text, "tools/call")
        elif tool is None:
            yield refused(request_id, f"Unknown tool: {name}", "tools/call")
        else:
            misfits = yield from self._misfits(tool, arguments)
            call = Call(arguments, number)
            yield from (
                _do_not_fit(tool, misfits, request_id)
                if misfits
                else self._reply(tool, call, request_id, _token(message))
            )

    def _reply(
        self, tool: Tool, call: Call, request_id: int | str, token: object
    ) -> Iterator[Effect]:
        index = first_match(tool.replies, call)
        if index is None:
            yield from self._no_match(tool, call, request_id)
        else:
            cause = f"tool.{tool.name}.reply[{index}]"
            yield from reply_effects(tool.replies[index], call.arguments, request_id, token, cause)

    def _no_match(self, tool: Tool, call: Call, request_id: int | str) -> Iterator[Effect]:
        """An error that names the nearest reply; said on stderr, too, and counted."""
        self.unmatched += 1
        cause = f"tool.{tool.name}.{NO_MATCH}"
        found = nearest(tool.replies, call)
        why = f"nearest is reply[{found[0]}]: {found[1]}" if found else "it has no reply"
        text = f'no reply of "{tool.name}" matches; {why}'
        yield stderr_line(f"{self._server.name}: {text}", cause)
        yield refused(request_id, text, cause)

    def _misfits(
        self, tool: Tool, arguments: Mapping[str, Any]
    ) -> Generator[Effect, None, Sequence[str]]:
        """Judge the arguments; the lines about what does not fit are the value of the generator."""
        schema = tool.input_schema
        if not self._server.validate_args or schema is None or schema == {"type": "object"}:
            return ()
        from skillctl.fakes.arguments import Judge, NotJudged  # noqa: PLC0415 # imports jsonschema

        judge: Judge = self._judges.setdefault(tool.name, Judge(schema))
        try:
            return judge.misfits(arguments)
        except NotJudged as error:
            if tool.name not in self._unjudged:
                self._unjudged.add(tool.name)
                text = f'arguments of "{tool.name}" are not checked; its input_schema: {error}'
                yield stderr_line(f"{self._server.name}: {text}", _validation(tool))
            return ()


def _do_not_fit(tool: Tool, misfits: Sequence[str], request_id: int | str) -> Iterator[Effect]:
    text = f'the arguments do not fit the input schema of "{tool.name}":\n' + "\n".join(misfits)
    yield Send(result(request_id, tool_error(text)), _validation(tool), request_id)


def _validation(tool: Tool) -> str:
    return f"tool.{tool.name}.validate_args"


def _token(message: Message) -> object:
    meta = message.params.get("_meta")
    return meta.get("progressToken") if isinstance(meta, dict) else None
