"""What a fake lists and says it is capable of, in the order and the pages of its file."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from skillctl.fakes.asked import Asked
from skillctl.fakes.effects import Effect, Send
from skillctl.fakes.filling import with_id
from skillctl.fakes.model import FakeFile, Tool
from skillctl.fakes.paging import page
from skillctl.fakes.protocol import LIST_CHANGES
from skillctl.fakes.shuffled import shuffled, with_keys_shuffled

TOOLS_CHANGED, RESOURCES_CHANGED, PROMPTS_CHANGED = LIST_CHANGES
METHODS: Mapping[str, str] = {
    "tools/list": "tools",
    "resources/list": "resources",
    "resources/templates/list": "resourceTemplates",
    "prompts/list": "prompts",
}


class Offering:
    """The lists of one run; the tools among them may change."""

    def __init__(self, file: FakeFile) -> None:
        self._file = file
        self._server = file.server
        faults = (fault.effects.get("cursor") for fault in file.faults)
        self._cursors = {self._server.cursor, *(style for style in faults if style)}
        self.tools = self._ordered([tool for tool in file.tools if not tool.hidden])

    def set_tools(self, names: Sequence[str]) -> None:
        """List these tools from now on."""
        tools = {tool.name: tool for tool in reversed(self._file.tools)}
        self.tools = self._ordered([tools[name] for name in names])

    def listing(self, asked: Asked, style: str | None) -> Iterator[Effect]:
        """One page of a list, with a cursor of a style, or what the file answers instead."""
        method = asked.message.method
        key = METHODS[method]
        raw = self._file.lists.get(key)
        if raw is not None:
            yield Send(with_id(raw, asked.id).encode() + b"\n", f"list.{key}", asked.id)
            return
        items = self._items(method)
        cursor, size = asked.message.params.get("cursor"), self._server.page_size
        found = page(items, cursor, size, style or self._server.cursor, self._cursors)
        if found is None:
            yield asked.refuse("Invalid cursor", method)
        else:
            following = {} if found[1] is None else {"nextCursor": found[1]}
            yield asked.answer({key: found[0], **following}, method)

    def capabilities(self) -> Mapping[str, Any]:
        """As in the file; else what it holds, and which lists its events say have changed."""
        if self._server.capabilities is not None:
            return self._server.capabilities
        changing = self.changing()
        there = {
            "tools": True,
            "resources": bool(self._file.resources or self._file.templates),
            "prompts": bool(self._file.prompts),
        }
        lists = {
            name: {"listChanged": True} if f"notifications/{name}/list_changed" in changing else {}
            for name, is_there in there.items()
            if is_there
        }
        return {**lists, **({"logging": {}} if self.logs else {})}

    def changing(self) -> frozenset[str]:
        """The notifications of changed lists that may come."""
        events = self._file.events
        said = {event.notify for event in events if event.notify}
        tools = {TOOLS_CHANGED for event in events if event.set_tools is not None}
        return frozenset(said | tools)

    @property
    def logs(self) -> bool:
        """Whether any reply logs something."""
        return any(reply.logs for tool in self._file.tools for reply in tool.replies)

    def _items(self, method: str) -> list[Mapping[str, Any]]:
        things: Mapping[str, Sequence[Any]] = {
            "tools/list": self.tools,
            "resources/list": self._file.resources,
            "resources/templates/list": self._file.templates,
            "prompts/list": self._file.prompts,
        }
        items = [thing.definition for thing in things[method]]
        if "keys" in self._server.shuffle:
            return [with_keys_shuffled(item, self._server.seed) for item in items]
        return items

    def _ordered(self, tools: Sequence[Tool]) -> Sequence[Tool]:
        return shuffled(tools, self._server.seed) if "tools" in self._server.shuffle else tools
