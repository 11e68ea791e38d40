"""MC201: secrets in the servers of a config."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from skillctl.findings import Severity
from skillctl.policy.secrets import guessed, secrets
from skillctl.rules.config.server_rule import wrong
from skillctl.rules.config.values import variable_of
from skillctl.rules.rule import Rule, Span, Violation, rule, span_of
from skillctl.servers.document import ConfigDocument
from skillctl.servers.entries import ServerEntry
from skillctl.servers.hosts.model import Host
from skillctl.source.file import SourceFile
from skillctl.source.tree import Entry, Node

SECRET_FIELDS = frozenset(
    {"args", "auth", "command", "env", "environment", "headers", "http_headers", "oauth"}
)
_PARAMETER = re.compile(r"[?&](?P<name>[^=&#\"\s]+)=(?P<value>[^&#\"\s]+)")


@dataclass(frozen=True, slots=True)
class FoundSecret:
    """A secret in a config: where it stands, all of it that may be printed, and in which field."""

    span: Span
    shown: str
    server: ServerEntry
    entry: Entry


def config_secrets(config: ConfigDocument) -> Iterator[FoundSecret]:
    """Every secret in the servers of a config; in a url also a guess by its parameter's name."""
    if config.source is None:
        return
    for server in config.all_servers:
        for entry in server.node.entries:
            is_url = entry.key in config.host.url_keys
            if not (is_url or entry.key in SECRET_FIELDS):
                continue
            for node in _strings(entry.value):
                for span, shown in _in_token(config.source, node, is_url=is_url):
                    yield FoundSecret(span, shown, server, entry)


def _strings(node: Node) -> Iterator[Node]:
    """Every string in a value, at any depth."""
    if node.kind == "string":
        yield node
    for inner in (*node.items, *(entry.value for entry in node.entries)):
        yield from _strings(inner)


def _in_token(source: SourceFile, node: Node, *, is_url: bool) -> Iterator[tuple[Span, str]]:
    """Secrets in a string as it is written, so that their places are those in the file."""
    token = source.text[node.start : node.end]
    known = [Span(node.start + s.start, node.start + s.end) for s in secrets(token)]
    yield from zip(known, (s.shown for s in secrets(token)), strict=True)
    if not known and "\\" in token:
        yield from ((span_of(node), s.shown) for s in secrets(str(node.value)))
    for match in _PARAMETER.finditer(token) if is_url else ():
        start, end = node.start + match.start("value"), node.start + match.end("value")
        new = all(end <= span.start or span.end <= start for span in known)
        if new and guessed(match["name"], match["value"]):
            length = len(match["value"])
            yield Span(start, end), f'the parameter "{match["name"]}" ({length} characters)'


@rule(
    "MC201",
    "secret",
    Severity.ERROR,
    message='"{field}" of server "{server}" holds a secret: {shown}',
    consequence="whoever can read the file can use it, and code hosts refuse such a push",
    advice="{mend}",
    security=True,
    example='"notes": {"command": "notes-server", "env": {"GITHUB_TOKEN": "ghp_…"}}',
)
def secret(config: ConfigDocument) -> Iterator[Violation]:
    """A config file holds no secret.

    A token that is stored in a repository stays in its history and in every clone. Secrets are told
    by the prefix of who issued them; in a `url` also by the name of a parameter and a value that
    looks random. Replace it by `${NAME}`, or how the host of this file writes a variable, set the
    variable where the host runs, and revoke the old one.
    """
    for found in config_secrets(config):
        yield wrong(
            *(found.server, found.entry, found.span), shown=found.shown, mend=_mend(config.host)
        )


def _mend(host: Host) -> str:
    variable = variable_of(host)
    if variable:
        return f"write {variable}, set that variable outside the repository, revoke this secret"
    return f"take it out, since {host.name} puts no variables in, and revoke this secret"


RULES: tuple[Rule[ConfigDocument], ...] = (secret,)
