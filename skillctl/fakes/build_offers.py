"""From the tables of what a fake offers to the tools, resources and prompts of its core."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from skillctl.errors import Location
from skillctl.fakes.attached import attached
from skillctl.fakes.model import Prompt, Reply, Resource, Tool
from skillctl.fakes.offer_keys import PARTS, PROMPT_PARTS, READ_PARTS
from skillctl.fakes.reply_keys import ANSWERS, MATCHES, READ_ANSWERS
from skillctl.source.file import SourceFile
from skillctl.source.tree import Node

SPELLED = {
    "input_schema": "inputSchema",
    "output_schema": "outputSchema",
    "mime": "mimeType",
    "meta": "_meta",
}
LEVEL = "info"
_ALL_ANSWERS = tuple(dict.fromkeys((*ANSWERS, *READ_ANSWERS)))


class Offers(NamedTuple):
    """Makes them; `folder` holds the files that their replies name, if it is known."""

    source: SourceFile
    folder: Path | None

    def tool(self, node: Node) -> Tool:
        """A tool, listed as written or from its parts; MCP wants an input schema in any case."""
        data = _data(node)
        raw = data.get("definition")
        parts = {"name": data.get("name"), "input_schema": {"type": "object"}} | data
        definition = _spelled(parts, ("name", *PARTS)) if raw is None else raw
        return Tool(
            name=_text(definition.get("name")),
            definition=definition,
            location=place(self.source, node, "name", "definition"),
            input_schema=definition["inputSchema"] if raw is None else None,
            hidden=data.get("hidden", False),
            replies=self._replies(node),
        )

    def resource(self, node: Node) -> Resource:
        """A resource under one URI."""
        return self._read(node, "uri", "uri")

    def template(self, node: Node) -> Resource:
        """Resources under the URIs of a form."""
        return self._read(node, "uri_template", "uriTemplate")

    def _read(self, node: Node, key: str, spelled: str) -> Resource:
        data = _data(node)
        raw = data.get("definition")
        named = {"name": data.get("name", data.get(key))} | data
        parts = {spelled: data.get(key), **_spelled(named, ("name", *READ_PARTS))}
        definition = parts if raw is None else raw
        mime = definition.get("mimeType")
        return Resource(
            uri=_text(definition.get(spelled)),
            definition=definition,
            location=place(self.source, node, key, "definition"),
            mime=mime if isinstance(mime, str) else None,
            replies=self._replies(node),
        )

    def prompt(self, node: Node) -> Prompt:
        """A prompt with its arguments."""
        data = _data(node)
        raw = data.get("definition")
        definition = _spelled(data, ("name", *PROMPT_PARTS)) if raw is None else raw
        arguments = data.get("arguments", ()) if raw is None else ()
        return Prompt(
            name=_text(definition.get("name")),
            definition=definition,
            location=place(self.source, node, "name", "definition"),
            required=tuple(a["name"] for a in arguments if a.get("required")),
            replies=self._replies(node),
        )

    def _replies(self, node: Node) -> tuple[Reply, ...]:
        """The replies of a table; `text` or `blob` in it is short for a single one."""
        return (*self._short(node), *map(self._reply, node.tables("reply")))

    def _short(self, node: Node) -> Iterator[Reply]:
        for key in ("text", "blob"):
            entry = node.entry(key)
            if entry:
                location = self.source.location(entry.start, entry.end)
                value = entry.value.value
                yield Reply(
                    match="default", wanted=True, answer=key, value=value, location=location
                )

    def _reply(self, node: Node) -> Reply:
        data = _data(node)
        match = next(key for key in MATCHES if key in data)
        answer = next(key for key in _ALL_ANSWERS if key in data)
        return Reply(
            match=match,
            wanted=data[match],
            answer=answer,
            value=self._value(answer, data[answer]),
            location=place(self.source, node, match),
            delay_ms=data.get("delay_ms", 0),
            progress=tuple(data.get("progress", ())),
            progress_every_ms=data.get("progress_every_ms", 0),
            progress_endless=data.get("progress_endless", False),
            logs=tuple(map(_log, data.get("logs", ()))),
            template=data.get("template", False),
            is_error=data.get("is_error", False),
            meta=data.get("meta"),
        )

    def _value(self, answer: str, value: Any) -> Any:  # noqa: ANN401 # any JSON value
        if answer != "file":
            return value
        return {} if self.folder is None else attached(self.folder, value)


def place(source: SourceFile, node: Node, *keys: str) -> Location:
    """The place of the first of these keys that stands in a table."""
    entry = next(filter(None, map(node.entry, keys)))
    return source.location(entry.start, entry.end)


def _data(node: Node) -> dict[str, Any]:
    value = node.data()
    return value if isinstance(value, dict) else {}


def _spelled(data: Mapping[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    """The parts of a definition as the protocol spells them, in this order."""
    return {SPELLED.get(key, key): data[key] for key in keys if key in data}


def _log(entry: str | Mapping[str, Any]) -> Mapping[str, Any]:
    """A log message as it is notified."""
    return {"level": LEVEL, "data": entry} if isinstance(entry, str) else {"level": LEVEL, **entry}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
