"""The text of a fake that answers as a recorded server did."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from skillctl.fakes.keys import SCHEMA
from skillctl.fakes.recorder.model import Called, Recording
from skillctl.fakes.recorder.replies import raw_line, reply_lines
from skillctl.fakes.recorder.toml_value import is_toml, toml_text, toml_value
from skillctl.policy.text import row


def fake_text(recording: Recording, notes: Iterable[str] = ()) -> str:
    """The whole file; `notes` become comments at its beginning."""
    by_tool: dict[str, list[Called]] = {}
    for call in recording.calls:
        by_tool.setdefault(call.tool, []).append(call)
    plain = not recording.modern and _is_plain(recording.tools, by_tool)
    lines = [
        *(f"# {row(note)}" for note in (_origin(recording), *notes)),
        f"schema = {toml_text(SCHEMA)}",
        "",
        *_server(recording, plain=plain),
        *([] if plain else _raw_list(recording.tools)),
        *_tools(recording.tools if plain else _named(by_tool), by_tool, modern=recording.modern),
    ]
    return "".join(f"{line}\n" for line in lines).rstrip("\n") + "\n"


def _origin(recording: Recording) -> str:
    about = _about(recording)
    name = f"{about.get('name', '')} {about.get('version', '')}".strip() or "without a name"
    return f'Recorded by skillctl from the server "{recording.key}" ({name}).'


def _about(recording: Recording) -> Mapping[str, Any]:
    """What the server says it is."""
    about = recording.hello.get("serverInfo")
    if recording.modern:
        meta = recording.hello.get("_meta")
        about = meta.get("io.modelcontextprotocol/serverInfo") if isinstance(meta, dict) else None
    return about if isinstance(about, dict) else {}


def _server(recording: Recording, *, plain: bool) -> Iterator[str]:
    about, hello = _about(recording), recording.hello
    yield "[server]"
    yield f"name = {toml_text(_text(about, 'name') or recording.key)}"
    for key in ("version", "title"):
        text = _text(about, key)
        yield from [f"{key} = {toml_text(text)}"] if text else []
    if recording.modern:
        yield 'era = "modern"'
    yield f"protocol = [{toml_text(recording.protocol)}]"
    instructions = _text(hello, "instructions")
    yield from [f"instructions = {toml_text(instructions)}"] if instructions else []
    yield from _capabilities(hello.get("capabilities"))
    if len(recording.pages) > 1 and plain and recording.pages[0]:
        yield f"page_size = {len(recording.pages[0])}"
    yield ""


def _text(members: Mapping[str, Any], key: str) -> str:
    """A member that is a text which a file can hold, or nothing."""
    value = members.get(key)
    return value if isinstance(value, str) and is_toml(value) else ""


def _capabilities(given: object) -> Iterator[str]:
    """Of what the server can do only its tools: nothing else was recorded."""
    tools = given.get("tools") if isinstance(given, dict) else None
    if isinstance(tools, dict) and tools and is_toml(tools):
        yield f"capabilities = {{ tools = {toml_value(tools)} }}"


def _is_plain(tools: Sequence[Any], called: Iterable[str]) -> bool:
    """Whether every entry can be a table of its own, and what was called is among them.

    A fake calls a tool unknown that it does not list, unless its list is a raw line.
    """
    named = [t for t in tools if isinstance(t, dict) and isinstance(t.get("name"), str)]
    names = {tool["name"] for tool in named}
    return len(named) == len(tools) and names >= set(called) and all(map(is_toml, named))


def _raw_list(tools: Sequence[Any]) -> Iterator[str]:
    """The list as one line: TOML cannot hold it, or it has entries that are no definitions."""
    yield "[list]"
    yield f"tools = {{ raw = {raw_line({'result': {'tools': tools}})} }}"
    yield ""


def _named(calls: Mapping[str, Sequence[Called]]) -> list[dict[str, str]]:
    return [{"name": name} for name in calls]


def _tools(
    tools: Sequence[Mapping[str, Any]], calls: Mapping[str, Sequence[Called]], *, modern: bool
) -> Iterator[str]:
    told: set[str] = set()
    for tool in tools:
        yield "[[tool]]"
        yield f"definition = {toml_value(tool)}"
        yield ""
        name = str(tool["name"])
        if name not in told:
            yield from reply_lines(calls.get(name, ()), modern=modern)
        told.add(name)
