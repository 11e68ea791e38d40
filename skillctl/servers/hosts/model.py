"""What is known of a host's way to write servers down (lint.md section 4)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

STDIO, HTTP, SSE, WS = "stdio", "http", "sse", "ws"
TYPE_SPELLINGS: dict[str, str] = {
    "local": STDIO,
    "remote": HTTP,
    "streamable-http": HTTP,
    "streamableHttp": HTTP,
    "streamable_http": HTTP,
    "websocket": WS,
}


class Text(StrEnum):
    """The language of a file; one that says enough by being there is not read."""

    JSON = "JSON"
    JSONC = "JSON with comments"
    TOML = "TOML"
    UNREAD = "not read"


class Kind(StrEnum):
    """What a file is to lint: servers alone, settings with servers among them, a manifest."""

    CONFIG = "config"
    SETTINGS = "settings"
    MANIFEST = "manifest"


class Form(StrEnum):
    """One way to write a variable; `NESTED` allows variables within a default."""

    PLAIN = "${X}"
    DEFAULT = "${X:-d}"
    NESTED = "${X:-${Y}}"
    ENV = "${env:X}"
    INPUT = "${input:x}"
    FILE = "${file:p}"
    DOLLAR = "$X"
    BRACE_ENV = "{env:X}"
    BRACE_FILE = "{file:p}"


class Column(StrEnum):
    """A column of the table of hosts, for the marks `sure` and `unsure`."""

    ROOT = "root"
    TEXT = "text"
    URL = "url"
    TYPE = "type"
    VARIABLES = "variables"
    TIME = "time"


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """How one host writes servers down in one kind of file.

    `files` are the ends of the paths of its project files (the last part may hold one `*`),
    `home_files` those of the user's files, from the home folder. A file in `by_content` has a name
    that others use, too: it counts only if there are servers in it. `readers` are the names of the
    hosts that read these files, for `--target`; `also_reads` are files of others that it reads.

    `roots` are the keys under which it looks, the first one being its own word; a dot stands for a
    key inside a key. `ignored_roots` are those that people write for it by mistake. `references`
    tells that paths of other files may stand there. `dedicated` files hold nothing but servers.
    `fields` are all keys of a server
    that it reads, `url_keys` its keys for an address with the transport each means ("" if `type`
    decides). `types` are its words for transports with what they mean, the preferred word of a
    transport first; `type_needed` tells that an entry with a url is skipped without one,
    `type_advised` that another transport may be assumed than is meant.
    `reached_by` are further fields that say how a server is reached.
    `command_lists` tells that a command may be a list of words, `env_kinds` of which kinds the
    values of `env` may be. `forms` are its ways to write a
    variable, `filled` the names in `${…}` that it fills itself. `times` maps fields to "ms" or "s".

    `sure` are the columns whose effect was seen in the host's source or by test: they may give an
    error. `unsure` ones give at most a warning. `untested` are fields of which the same is true.
    """

    name: str
    files: tuple[str, ...] = ()
    home_files: tuple[str, ...] = ()
    by_content: tuple[str, ...] = ()
    readers: tuple[str, ...] = ()
    also_reads: tuple[str, ...] = ()
    kind: Kind = Kind.CONFIG
    dedicated: bool = True
    references: bool = False
    ignored_roots: tuple[str, ...] = ()
    roots: tuple[str, ...] = ("mcpServers",)
    text: Text = Text.JSON
    fields: frozenset[str] = frozenset()
    untested: frozenset[str] = frozenset()
    url_keys: Mapping[str, str] = field(default_factory=lambda: {"url": ""})
    types: dict[str, str] = field(default_factory=dict)
    type_needed: bool = False
    type_advised: bool = False
    command_lists: bool = False
    reached_by: tuple[str, ...] = ()
    env_kinds: frozenset[str] = frozenset({"string"})
    forms: frozenset[Form] = frozenset()
    filled: frozenset[str] = frozenset()
    times: Mapping[str, str] = field(default_factory=dict)
    sure: frozenset[Column] = frozenset()
    unsure: frozenset[Column] = frozenset()

    @property
    def comments(self) -> bool:
        """Whether its JSON may hold comments and trailing commas."""
        return self.text is Text.JSONC

    @property
    def read_by(self) -> tuple[str, ...]:
        """The names by which `--target` chooses these files."""
        return self.readers or (self.name,)

    def word_for(self, transport: str) -> str | None:
        """This host's own word for a transport, or None if it has none."""
        return next((word for word, meant in self.types.items() if meant == transport), None)
