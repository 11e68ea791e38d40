"""Calls of the tools of one fake: unknown tools, arguments that do not fit, replies."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any

from skillctl.fakes.answers import call_result, tool_error
from skillctl.fakes.asked import Asked
from skillctl.fakes.effects import Effect, stderr_line
from skillctl.fakes.model import Server, Tool
from skillctl.fakes.replies import Offer, Replies


class Calls:
    """Answers calls; keeps a judge of arguments per tool."""

    def __init__(self, server: Server, replies: Replies) -> None:
        self._server = server
        self._replies = replies
        self._judges: dict[str, Any] = {}
        self._unjudged: set[str] = set()

    def answer(self, asked: Asked, listed: Sequence[Tool]) -> Iterator[Effect]:
        """What a call brings about."""
        params = asked.message.params
        name, arguments = params.get("name"), params.get("arguments", {})
        tool = next((tool for tool in listed if tool.name == name), None)
        if not isinstance(name, str) or not isinstance(arguments, dict):
            text = 'a call wants "name", a string, and "arguments", an object'
            yield asked.refuse(text, "tools/call")
        elif tool is None:
            yield asked.refuse(f"Unknown tool: {name}", "tools/call")
        else:
            misfits = yield from self._misfits(tool, arguments)
            yield from (
                _do_not_fit(tool, misfits, asked)
                if misfits
                else self._replies.answer(_offer(tool), arguments, asked)
            )

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


def _offer(tool: Tool) -> Offer:
    path = f"tool.{tool.name}"
    return Offer(name=tool.name, path=path, replies=tool.replies, made=call_result)


def _do_not_fit(tool: Tool, misfits: Sequence[str], asked: Asked) -> Iterator[Effect]:
    text = f'the arguments do not fit the input schema of "{tool.name}":\n' + "\n".join(misfits)
    yield asked.answer(tool_error(text), _validation(tool))


def _validation(tool: Tool) -> str:
    return f"tool.{tool.name}.validate_args"
