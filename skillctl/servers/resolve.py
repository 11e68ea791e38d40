"""From a server entry as written to what may be started: variables, folders, the program.

The caller's working directory never matters (mcp.md section 2).
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from skillctl.canonical import digest
from skillctl.errors import Location
from skillctl.files import because, is_file, is_folder, mode_of, real_path
from skillctl.policy.text import row
from skillctl.policy.words import hidden_words
from skillctl.servers.expand import expand, has_variables
from skillctl.servers.fields import Fields, read_fields
from skillctl.servers.model import ServerConfig
from skillctl.source.tree import Node

_LOCAL_FIELDS = ("command", "args", "cwd", "url")


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where entries come from: scope, file as consent names it, and what paths count from."""

    scope: str
    source: str
    base: Path
    default_cwd: Path


@dataclass(slots=True)
class _Expander:
    """Expands texts of one entry and collects what was wrong, with the field it was wrong in."""

    environment: Mapping[str, str]
    problems: list[str] = field(default_factory=list)

    def text(self, where: str, text: str) -> str:
        result = expand(text, self.environment)
        self.problems += (f"{where}: {problem}" for problem in result.problems)
        if "\0" in result.text:
            self.problems.append(f"{where}: holds a NUL character, which no program can be given")
            return ""
        return result.text

    def texts(self, where: str, texts: list[str]) -> tuple[str, ...]:
        return tuple(self.text(f"{where}[{i}]", text) for i, text in enumerate(texts))

    def variables(self, texts: Mapping[str, str]) -> dict[str, str]:
        for key in texts:
            if not key or "=" in key or "\0" in key:
                self.problems.append(f"env: {key!r} cannot be the name of a variable")
        return self.map("env", texts)

    def map(self, where: str, texts: Mapping[str, str]) -> dict[str, str]:
        return {key: self.text(f"{where}.{key}", text) for key, text in texts.items()}

    def tree(self, where: str, value: Any) -> Any:  # noqa: ANN401 # any JSON value
        if isinstance(value, str):
            return self.text(where, value)
        if isinstance(value, dict):
            return {key: self.tree(f"{where}.{key}", inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [self.tree(f"{where}[{i}]", inner) for i, inner in enumerate(value)]
        return value


def resolve_server(
    name: str, entry: Node, location: Location, origin: Origin, environment: Mapping[str, str]
) -> ServerConfig:
    """Resolve one entry, which is an object; every problem is named, nothing literal is passed."""
    fields = read_fields(name, entry)
    values, expander = fields.values, _Expander(environment)
    command = expander.text("command", values.get("command", ""))
    cwd = origin.base / expander.text("cwd", values["cwd"]) if values.get("cwd") else None
    env = expander.variables(values.get("env", {}))
    where = real_path(cwd or origin.default_cwd)
    path = env.get("PATH") or environment.get("PATH", os.defpath)
    written: Any = entry.data()
    return ServerConfig(
        name=name,
        scope=origin.scope,
        source=origin.source,
        location=location,
        entry=written,
        transport=fields.transport,
        command=command,
        args=expander.texts("args", values.get("args", [])),
        env=env,
        cwd=where,
        url=expander.text("url", values.get("url", "")),
        headers=expander.map("headers", values.get("headers", {})),
        auth=expander.tree("auth", values.get("auth", {})),
        disabled=values.get("disabled", False),
        limits=fields.limits,
        enabled_tools=tuple(values.get("enabledTools", ())),
        disabled_tools=tuple(values.get("disabledTools", ())),
        problems=tuple(map(_in_a_row, (*fields.problems, *expander.problems))),
        warnings=fields.warnings,
        resolved=_local_digest(fields, environment),
        program=find_program(command, where, path) if command else None,
        base=origin.base,
        protocol=values.get("protocol", "auto"),
    )


def find_program(command: str, cwd: Path, path: str) -> Path | None:
    """The file that a command starts: relative to `cwd` with a separator, else from PATH."""
    if os.sep in command or (os.altsep and os.altsep in command):
        places: Iterator[Path] = iter((cwd / command,))
    else:
        places = (cwd / part / command for part in path.split(os.pathsep))
    return next((place for place in places if _is_program(place)), None)


def launch_problem(config: ServerConfig) -> str:
    """Why a stdio server cannot be started as it stands on this machine, or nothing."""
    if config.cwd is not None and not is_folder(config.cwd):
        return f"cwd {in_words(config, config.cwd, 'cwd')} does not exist{because(config.cwd)}"
    if config.program is not None or config.transport != "stdio":
        return ""
    if not config.command:  # one with a problem has been told already
        return "" if config.problems else "the command is empty"
    word = in_words(config, f'"{config.command}"', "command")
    if " " in config.command.strip() and os.sep not in config.command.split()[0]:
        return f"command {word} holds arguments; put them into args"
    if os.sep not in config.command:
        origin = "the PATH of the entry" if config.env.get("PATH") else "PATH"
        return f"program {word} not found in {origin}"
    place = (config.cwd or Path()) / config.command
    program = in_words(config, place, "command", "cwd")
    if is_folder(place):
        return f"program {program} is a folder"
    what = "is not executable" if mode_of(place) else "does not exist"
    return f"program {program} {what}{because(place)}"


def in_words(config: ServerConfig, place: object, *fields: str) -> str:
    """A place in a message, without secrets.

    Where a variable in one of the fields decides it, the first of them stands as it is written,
    since values of variables are printed nowhere.
    """
    env: Any = config.entry.get("env")
    path = env.get("PATH") if "command" in fields and isinstance(env, Mapping) else None
    written = [config.entry.get(field) for field in fields]
    if any(isinstance(text, str) and has_variables(text) for text in (*written, path)):
        place = f'"{written[0]}"'
    return _in_a_row(str(place))


def _in_a_row(text: str) -> str:
    """Words that quote an entry: one line, without secrets."""
    return row(str(hidden_words([text])[0]))


def _encodable(text: str) -> str:
    """A value of the environment may hold bytes that are no text."""
    return os.fsencode(text).decode(errors="backslashreplace")


def _is_program(path: Path) -> bool:
    return is_file(path) and os.access(path, os.X_OK)


def _local_digest(fields: Fields, environment: Mapping[str, str]) -> str:
    """What expands differently on this machine (mcp.md section 4.5); an unset variable is null."""
    written = {key: fields.values[key] for key in _LOCAL_FIELDS if key in fields.values}
    texts = [
        t for value in written.values() for t in (value if isinstance(value, list) else [value])
    ]
    if not any(has_variables(text) for text in texts):
        return ""

    def expanded(text: str) -> str | None:
        result = expand(text, environment)
        return None if result.problems else _encodable(result.text)

    return digest(
        {
            key: [expanded(t) for t in value] if isinstance(value, list) else expanded(value)
            for key, value in written.items()
        }
    )
