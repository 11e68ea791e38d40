"""What a user is shown before a grant: everything that is agreed to (mcp.md section 4.6).

Nothing is cut and nothing is left out but the values of secrets. Each text of the repository stands
as a JSON string on a line of its own, so that none can pass for a line of ours.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from skillctl.cli.consent_body import instructions
from skillctl.cli.consent_text import safe
from skillctl.cli.items import Items, Subject
from skillctl.consent.changes import values_since
from skillctl.consent.item import is_secret_key
from skillctl.consent.shown import shown_entry
from skillctl.files import is_file, is_link
from skillctl.policy.words import hidden_words
from skillctl.servers.loaders import loads_code
from skillctl.servers.model import ServerConfig
from skillctl.servers.unpinned import not_pinned, unpinned_program
from skillctl.skills.model import Skill
from skillctl.worktree import NotPinned, Workspace, files_below, path_name

_OWN_LINES = ("command", "args", "cwd", "type", "url", "env", "headers")
_NOT_SHOWN = "value not shown"


def view(subject: Subject, items: Items) -> str:
    """The whole view of one item, ready to be printed."""
    return "".join(f"{safe(line)}\n" for line in _lines(subject, items))


def _lines(subject: Subject, items: Items) -> Iterator[str]:
    item = subject.item
    yield f"{item.kind} {_json(item.name)} of {item.source}"
    yield f"status: {subject.status}"
    if subject.status == "changed":
        yield from (f"changed: {line}" for line in subject.changes)
    if subject.config:
        yield from _server(subject, subject.config, items.consent.workspace)
    if subject.skill:
        yield from _skill(subject.skill)
    form: dict[str, Any] = json.loads(item.form) if item.form else {}
    yield from _pinned(form, subject.skill)
    if subject.config:
        files = {file["path"] for file in form.get("files", ())}
        yield from not_pinned(subject.config, files, items.consent.workspace, items.search_path)
    if subject.skill and form:
        yield from _left_out(subject.skill, form)
    yield f"fingerprint: {item.fingerprint or f'none: {item.problem}'}"


def _server(subject: Subject, config: ServerConfig, workspace: Workspace) -> Iterator[str]:
    """What would run, and with what; as written, since that is what is agreed to."""
    entry = config.entry
    yield f"defined at: {config.location}"
    if config.shadowed_by is not None:
        yield f"shadowed: the entry of {config.shadowed_by} is used"
    yield from (f"problem: {words}" for words in (*config.problems, *config.warnings))
    yield from _command_line(entry)
    yield from _reached(config, workspace)
    yield from _keys("env", entry.get("env"), _since(subject, "env"))
    yield from _keys("header", entry.get("headers"), _since(subject, "headers"))
    others = {key: value for key, value in entry.items() if key not in _OWN_LINES}
    for key, shown in shown_entry(others).items():
        value = _hidden(others[key]) if is_secret_key(key) else shown
        yield f"field {_json(key)}: {_json(value)}"


def _command_line(entry: Mapping[str, Any]) -> Iterator[str]:
    args = entry.get("args", [])
    words = args if isinstance(args, list) else [args]
    command, *words = hidden_words([entry.get("command"), *words], f"({_NOT_SHOWN})")
    if "command" in entry:
        yield f"command: {_json(command)}"
    yield from (f"argument {index}: {_json(word)}" for index, word in enumerate(words))


def _reached(config: ServerConfig, workspace: Workspace) -> Iterator[str]:
    """How the server is reached, and whether this version can do so."""
    if config.transport == "stdio":
        yield from _program(config, workspace)
    yield f"transport: {config.transport}"
    if config.unspoken:
        yield f"does not start: {config.unspoken}"
    if "url" in config.entry:
        yield f"url: {_json(config.entry['url'])}"


def _program(config: ServerConfig, workspace: Workspace) -> Iterator[str]:
    program, env = config.program, config.entry.get("env")
    marks = ["inside the repository"] if program and workspace.holds(program) else []
    marks += ["PATH set by the project"] if isinstance(env, Mapping) and "PATH" in env else []
    marks += ["not pinned"] if unpinned_program(config.entry) else []
    yield f"program: {_json(str(program)) if program else 'not found'}{_bracketed(marks)}"
    yield f"cwd: {_json(str(config.cwd))}"


def _since(subject: Subject, field: str) -> Mapping[str, str]:
    """What became of the values of a field since the user decided."""
    changed = subject.record if subject.status == "changed" else None
    return values_since(changed, subject.item, field) if changed else {}


def _keys(word: str, values: object, since: Mapping[str, str]) -> Iterator[str]:
    """Keys only; a value may be a secret."""
    if not isinstance(values, Mapping):
        if values is not None:
            yield f"{word}: {_json(_hidden(values))}"
        return
    for key in values:
        shown = "; ".join(filter(None, (_NOT_SHOWN, since.get(key, ""))))
        loads = word == "env" and loads_code(key)
        yield f"{word} {_json(key)}: ({shown}){' — decides which code runs' if loads else ''}"


def _skill(skill: Skill) -> Iterator[str]:
    yield f"defined at: {skill.shown}:{skill.line}"
    if skill.outside:
        yield f"lies outside of the {skill.scope}: {_json(skill.outside)}"
    yield f"description: {_json(skill.description)}"
    if skill.allowed_tools:
        yield f"allowed-tools: {_json(list(skill.allowed_tools))} (shown only; grants nothing)"
    yield from instructions(skill)


def _pinned(form: Mapping[str, Any], skill: Skill | None) -> Iterator[str]:
    """The files that are agreed to, with sizes and scripts marked where they are a skill's."""
    kinds = {r.path: r.kind for r in skill.resources} if skill else {}
    for file in form.get("files", ()):
        path = file["path"]
        marks = ["script"] if kinds.get(path) == "script" else []
        if "link" in file:
            leaves = ["leaves the skill"] if kinds.get(path) == "leaves" else []
            yield f"link {_json(path)}: to {_json(file['link'])}{_bracketed(leaves)}"
            continue
        marks = [*_size(skill, path), *marks]
        yield f"file {_json(path)}: sha256:{file['sha256']}{_bracketed(marks)}"


def _size(skill: Skill | None, path: str) -> list[str]:
    try:
        return [f"{(skill.base / path).stat().st_size:,} bytes"] if skill else []
    except OSError:
        return []


def _left_out(skill: Skill, form: Mapping[str, Any]) -> Iterator[str]:
    """Files beside the skill that are not agreed to."""
    covered = {file["path"] for file in form.get("files", ())}
    try:
        below = files_below(Path(skill.base))
    except NotPinned as problem:
        yield f"not covered: what git ignores; it cannot be counted: {problem}"
        return
    files = [path for path in below if is_link(skill.base / path) or is_file(skill.base / path)]
    count = sum(1 for path in files if path_name(path) not in covered)
    if count:
        what = "1 file" if count == 1 else f"{count} files"
        yield f"not covered: {what} that git ignores; never shown to a model and never run"
    for path in sorted(set(below) - set(files)):
        yield f"not covered: {_json(path)}: a pipe, a socket or a device; never opened"


def _bracketed(marks: list[str]) -> str:
    return f" ({', '.join(marks)})" if marks else ""


def _hidden(value: Any) -> Any:  # noqa: ANN401 # JSON
    if isinstance(value, Mapping):
        return {key: _hidden(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_hidden(inner) for inner in value]
    return f"({_NOT_SHOWN})" if isinstance(value, str) else value


def _json(value: Any) -> str:  # noqa: ANN401 # JSON
    return json.dumps(value, ensure_ascii=False)
