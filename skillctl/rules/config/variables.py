"""MC110, MC111, MC112 and MC203: variables and placeholders in the values of a server."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from skillctl.findings import Severity
from skillctl.rules.config.scripts import SHELLS, program_name
from skillctl.rules.config.server_rule import server_rule
from skillctl.rules.config.values import Value, values_of, variable_of, wrong_value
from skillctl.rules.rule import Rule, Violation, rule
from skillctl.servers.document import ConfigDocument
from skillctl.servers.entries import ServerEntry
from skillctl.servers.hosts.model import Form, Host
from skillctl.servers.hosts.table import FILLED_NAMES, PLUGIN_NAMES

LITERAL = "the literal text reaches the server"
_BRACED = re.compile(r"(?<!\$)\$\{(?P<inside>[^{}]*+)\}")
_FOREIGN = re.compile(
    r"(?P<template>\$\{\{[^{}]*+\}\}|(?<!\$)\{\{[^{}]*+\}\})"
    r"|(?<!\$)(?:(?P<brace_env>\{env:[^{}]*+\})|(?P<brace_file>\{file:[^{}]*+\}))"
    r"|(?P<shell>(?<!\$)\$[A-Za-z_]\w*+)|(?P<windows>(?<![0-9A-Za-z])%[A-Z_][A-Z0-9_()]{2,}%)|(?P<home>\A~/)"
)
_OWNERS = {
    "template": "a template",
    "brace_env": "opencode",
    "brace_file": "opencode",
    "shell": "a shell",
    "windows": "Windows",
    "home": "a shell",
}
_FORMS = {"brace_env": Form.BRACE_ENV, "brace_file": Form.BRACE_FILE, "shell": Form.DOLLAR}
_NAME = re.compile(r"[A-Za-z_]\w*+")
_PLACEHOLDER = re.compile(
    r"<(?:your|my|insert|replace|enter|put|add)(?![A-Za-z])[^<>]*+>|\A<[^<>]*+>\Z"
    r"|(?-i:(?<![A-Za-z0-9_${])YOUR_[A-Z0-9_]++)|\A(?:change[-_ ]?me|replace[-_ ]?me)\Z"
    r"|(?:\A|(?<=\s))your[-_][a-z0-9_-]++\Z",
    re.IGNORECASE,
)


@server_rule(
    "MC110",
    "foreign-variable",
    Severity.WARNING,
    message='"{field}" of server "{server}" holds "{form}", a form of {owner}; {host} has {own}',
    consequence=LITERAL,
    advice="write it in the form of the host that reads this file; a secret never stands here",
    targets=("claude-code", "vscode", "codex"),
    example='"notes": {"command": "notes-server", "env": {"HOME": "${env:HOME}"}}',
)
def foreign_variable(server: ServerEntry, config: ConfigDocument) -> Iterator[Violation]:
    """Variables are written in the form of the host that reads the file.

    Each host has its own form, and leaves those of others as they stand: the server is given the
    text `${env:HOME}` or `~/notes` for a path. What a shell is told to run is left to the shell,
    and `$5` is a price.
    """
    for value in values_of(server, config.host):
        in_shell = value.entry.key == "args" and _runs_shell(server)
        for start, end, owner in _foreign(value, config, in_shell=in_shell):
            yield wrong_value(
                *(server, value, value.span(config.source, start, end)),
                form=value.quoted(start, end),
                owner=owner,
                host=config.host.name,
                own=", ".join(form for form in Form if form in config.host.forms) or "no variables",
            )


def _runs_shell(server: ServerEntry) -> bool:
    command = server.node.get("command")
    return command is not None and program_name(str(command.value)) in SHELLS


def _foreign(
    value: Value, config: ConfigDocument, *, in_shell: bool
) -> Iterator[tuple[int, int, str]]:
    """The forms in a text that this host does not expand: from, to, whose they are."""
    host = config.host
    for match in _BRACED.finditer(value.text):
        of_plugin = config.in_plugin and match["inside"] in PLUGIN_NAMES
        owner = "" if in_shell or of_plugin else _braced_owner(match["inside"], host)
        if owner:
            yield *match.span(), owner
    fine = {kind for kind, form in _FORMS.items() if form in host.forms}
    fine |= {"shell", "home"} if in_shell else set()
    fine |= {"windows"} if value.entry.key in host.url_keys else set()
    fine |= {"home"} if host.name == "generic" else set()
    for match in _FOREIGN.finditer(value.text):
        if match.lastgroup and match.lastgroup not in fine:
            yield *match.span(), _OWNERS[match.lastgroup]


def _braced_owner(inside: str, host: Host) -> str:
    """Whose form `${inside}` is, if it is not one of this host."""
    head, colon, _ = inside.partition(":")
    if inside in host.filled:
        return ""
    if colon and head in ("env", "input", "file"):
        form = {"env": Form.ENV, "input": Form.INPUT, "file": Form.FILE}[head]
        return "" if form in host.forms else ("windsurf" if head == "file" else "VS Code")
    if inside in FILLED_NAMES:
        return "another host, such as VS Code" if inside[:1].islower() else "a plugin"
    if ":-" in inside:
        return "" if Form.DEFAULT in host.forms else "claude-code and the shell"
    if _NAME.fullmatch(inside):
        return "" if Form.PLAIN in host.forms else "claude-code and the shell"
    return ""


@server_rule(
    "MC111",
    "variable-syntax",
    Severity.WARNING,
    message='"{field}" of server "{server}" {what}',
    consequence="half of the text reaches the server",
    advice="close every brace; give the inner variable a value of its own in the environment",
    targets=("claude-code",),
    example='"notes": {"command": "notes-server", "args": ["${DIR:-${HOME}/notes}"]}',
)
def variable_syntax(server: ServerEntry, config: ConfigDocument) -> Iterator[Violation]:
    """A variable has both its braces, and no other one inside where the host cannot match them.

    A host that looks for the next `}` ends `${A:-${B}/x}` too early, and `/x}` stays behind. An
    open brace is left as it stands.
    """
    if not {Form.PLAIN, Form.DEFAULT} & config.host.forms:
        return
    for value in values_of(server, config.host):
        found = _braces(value.text)
        if found is None:
            continue
        start, end, is_open = found
        if is_open:
            what = "has a variable without its closing brace"
        elif Form.NESTED in config.host.forms:
            continue
        else:
            what = f"has a variable inside another; {config.host.name} does not match the braces"
        yield wrong_value(server, value, value.span(config.source, start, end), what=what)


def _braces(text: str) -> tuple[int, int, bool] | None:
    """The first variable that is open or holds another: from, to, and whether it is open."""
    opened: list[int] = []
    nested: tuple[int, int, bool] | None = None
    at = 0
    while at < len(text):
        if text.startswith("${", at) and not text.startswith("${{", at):
            opened.append(at)
            at += 1
        elif text[at] == "}" and opened:
            start = opened.pop()
            if opened and nested is None:
                nested = (opened[0], len(text), False)
            elif nested and not opened and nested[0] == start:
                nested = (start, at + 1, False)
        at += 1
    return (opened[0], len(text), True) if opened else nested


class EnvConfig(NamedTuple):
    """A config, and the environment in which its variables would be looked up."""

    config: ConfigDocument
    environment: Mapping[str, str]


@rule(
    "MC112",
    "variable-unset",
    Severity.WARNING,
    message='"{field}" of server "{server}" wants the variable {name}, which is not set and has no '
    "default",
    consequence=LITERAL,
    advice='set it where the host runs, or write a default after ":-" if the host knows that form',
    targets=("claude-code",),
    example='"notes": {"command": "notes-server", "env": {"TOKEN": "${NOTES_TOKEN}"}}',
    options=("--check-env",),
)
def variable_unset(checked: EnvConfig) -> Iterator[Violation]:
    """Every variable without a default is set in the present environment.

    Judged only with `--check-env`, since a repository is read on many machines. An empty default,
    as in `${NAME:-}`, is one.
    """
    config, environment = checked
    for server in config.all_servers if config.host.forms else ():
        for value in values_of(server, config.host):
            in_shell = value.entry.key == "args" and _runs_shell(server)
            foreign = {start for start, _, _ in _foreign(value, config, in_shell=in_shell)}
            for start, end, name in _wanted(value.text, config):
                if name not in environment and start not in foreign:
                    span = value.span(config.source, start, end)
                    yield wrong_value(server, value, span, name=name)


def _wanted(text: str, config: ConfigDocument) -> Iterator[tuple[int, int, str]]:
    """The variables of a text that have no default, by the forms of a host."""
    host = config.host
    filled = host.filled | (PLUGIN_NAMES if config.in_plugin else frozenset())
    for match in _BRACED.finditer(text):
        inside = match["inside"]
        name = inside.removeprefix("env:") if Form.ENV in host.forms else inside
        is_plain = name != inside or Form.PLAIN in host.forms
        if is_plain and _NAME.fullmatch(name) and inside not in filled:
            yield *match.span(), name
    for match in _FOREIGN.finditer(text) if Form.DOLLAR in host.forms else ():
        if match["shell"]:
            yield *match.span(), match["shell"].removeprefix("$")


@server_rule(
    "MC203",
    "placeholder",
    Severity.WARNING,
    message='"{field}" of server "{server}" still holds a placeholder: "{text}"',
    consequence=LITERAL,
    advice="{mend}",
    targets=("claude-code", "vscode", "codex"),
    example='"notes": {"command": "notes-server", "env": {"TOKEN": "<YOUR_TOKEN>"}}',
)
def placeholder(server: ServerEntry, config: ConfigDocument) -> Iterator[Violation]:
    """No value is a placeholder from a page of documentation.

    `<YOUR_TOKEN>`, `YOUR_API_KEY` and `changeme` are passed on as they stand, and the server fails
    later with an error about something else. Write a variable that holds the value; only what is
    no secret may stand there itself.
    """
    variable = variable_of(config.host)
    for value in values_of(server, config.host):
        match = _PLACEHOLDER.search(_BRACED.sub(lambda one: "\0" * len(one[0]), value.text))
        if match:
            span = value.span(config.source, *match.span())
            held = (
                f"write a variable that holds it, such as {variable}" if variable else "take it out"
            )
            mend = f"{held}; only what is no secret may stand here itself"
            yield wrong_value(server, value, span, text=match[0], mend=mend)


RULES: tuple[Rule[ConfigDocument], ...] = (foreign_variable, variable_syntax, placeholder)
ENV_RULES: tuple[Rule[EnvConfig], ...] = (variable_unset,)
