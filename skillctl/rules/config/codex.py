"""MC119: what codex reads otherwise than people write it."""

from collections.abc import Iterator
from dataclasses import replace

from skillctl.findings import Severity
from skillctl.rules.config.server_rule import server_rule, wrong
from skillctl.rules.rule import Rule, Violation, span_of
from skillctl.rules.words import SERVER_SKIPPED
from skillctl.servers.document import ConfigDocument
from skillctl.servers.entries import ServerEntry
from skillctl.servers.hosts.model import Text
from skillctl.source.tree import Entry


@server_rule(
    "MC119",
    "codex-fields",
    Severity.ERROR,
    Severity.WARNING,
    message='server "{server}" {what}',
    consequence=SERVER_SKIPPED,
    advice="{mend}",
    targets=("codex",),
    example='[mcp_servers.notes]\ncommand = "notes-server"\nenv = {env_vars = ["NOTES_TOKEN"]}',
)
def codex_fields(server: ServerEntry, config: ConfigDocument) -> Iterator[Violation]:
    """A server in `config.toml` is written with the tables and fields of codex.

    Servers stand under `mcp_servers`; `mcp.servers` and `mcp-servers` are passed over. So is
    `headers`: the table is called `http_headers`. A `bearer_token` in the file is refused,
    `bearer_token_env_var` names the variable that holds it. In `env` stand values only; the names
    of variables to hand on are a list `env_vars` beside it.
    """
    if config.host.text is not Text.TOML:
        return
    yield from _lost_table(server, config)
    for entry in server.node.entries:
        yield from _field(server, entry)


def _lost_table(server: ServerEntry, config: ConfigDocument) -> Iterator[Violation]:
    """A server under a table that is not read."""
    root = server.pointer.strip("/").rpartition("/")[0].replace("/", ".")
    if root in config.host.ignored_roots:
        found = wrong(
            server,
            what=f'stands under "{root}", which codex does not read',
            mend=f'did you mean "{config.host.roots[0]}"?',
        )
        yield replace(found, severity=Severity.WARNING)


def _field(server: ServerEntry, entry: Entry) -> Iterator[Violation]:
    """A field that is not read, is refused, or holds what belongs beside it."""
    key = span_of(entry)
    if entry.key == "headers":
        what, mend = 'has a table "headers", which codex does not read', "call it http_headers"
        found = wrong(server, entry, key, what=what, mend=mend)
        yield replace(found, severity=Severity.WARNING, consequence="no header is sent")
    elif entry.key == "bearer_token":
        what = 'has a "bearer_token" in the file, which is refused'
        yield wrong(server, entry, key, what=what, mend="name its variable: bearer_token_env_var")
    elif entry.key == "env":
        for inner in entry.value.entries:
            if inner.value.kind == "list":
                what = f'has the list "{inner.key}" in its env, where values are strings'
                mend = "write env_vars one level up, beside env"
                yield wrong(server, entry, span_of(inner), what=what, mend=mend)


RULES: tuple[Rule[ConfigDocument], ...] = (codex_fields,)
