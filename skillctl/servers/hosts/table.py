"""The table of hosts: one entry per host and kind of file (lint.md section 4).

How to add a host stands in CONTRIBUTING.md.
"""

from dataclasses import replace

from skillctl.servers.hosts.model import (
    HTTP,
    SSE,
    STDIO,
    TYPE_SPELLINGS,
    WS,
    Column,
    Form,
    Host,
    Kind,
    Text,
)

_PROGRAM = frozenset({"command", "args", "env"})
PLUGIN_NAMES = frozenset({"CLAUDE_PLUGIN_ROOT", "CLAUDE_PLUGIN_DATA", "CLAUDE_PROJECT_DIR"})

CLAUDE_CODE = Host(
    name="claude-code",
    files=(".mcp.json", "managed-mcp.json"),
    home_files=(".claude.json",),
    fields=_PROGRAM
    | {"type", "url", "headers", "headersHelper", "oauth"}
    | {"timeout", "request_timeout_ms", "alwaysLoad"},
    types={"stdio": STDIO, "http": HTTP, "sse": SSE, "ws": WS},
    type_needed=True,
    forms=frozenset({Form.PLAIN, Form.DEFAULT}),
    times={"timeout": "ms", "request_timeout_ms": "ms"},
    sure=frozenset({Column.ROOT, Column.TYPE}),
)
CLAUDE_DESKTOP = Host(
    name="claude-desktop",
    files=("claude_desktop_config.json",),
    home_files=(
        "Library/Application Support/Claude/claude_desktop_config.json",
        "AppData/Roaming/Claude/claude_desktop_config.json",
        ".config/Claude/claude_desktop_config.json",
    ),
    dedicated=False,
    fields=_PROGRAM,
    url_keys={},
    types={"stdio": STDIO},
    unsure=frozenset({Column.URL}),
)
VSCODE = Host(
    name="vscode",
    files=(".vscode/mcp.json",),
    home_files=(
        ".config/Code/User/mcp.json",
        "Library/Application Support/Code/User/mcp.json",
        "AppData/Roaming/Code/User/mcp.json",
    ),
    roots=("servers",),
    text=Text.JSONC,
    fields=_PROGRAM
    | {"type", "envFile", "cwd", "sandbox", "sandboxEnabled", "dev"}
    | {"url", "headers", "oauth", "gallery", "version"},
    untested=frozenset({"cwd"}),
    env_kinds=frozenset({"string", "number", "null"}),
    types={"stdio": STDIO, "http": HTTP, "sse": SSE},
    forms=frozenset({Form.INPUT, Form.ENV}),
    filled=frozenset(
        {"workspaceFolder", "workspaceFolderBasename", "userHome", "pathSeparator", "/"}
    ),
    sure=frozenset({Column.ROOT}),
)
CURSOR = Host(
    name="cursor",
    files=(".cursor/mcp.json",),
    home_files=(".cursor/mcp.json",),
    fields=_PROGRAM | {"type", "envFile", "url", "headers", "auth"},
    types={"stdio": STDIO, "http": HTTP, "sse": SSE},
    forms=frozenset({Form.ENV}),
    filled=frozenset(
        {"userHome", "workspaceFolder", "workspaceFolderBasename", "pathSeparator", "/"}
    ),
    unsure=frozenset({Column.TEXT, Column.VARIABLES}),
)
WINDSURF = Host(
    name="windsurf",
    files=("mcp_config.json",),
    home_files=(".codeium/windsurf/mcp_config.json", ".codeium/mcp_config.json"),
    by_content=("mcp_config.json",),
    fields=_PROGRAM | {"serverUrl", "url", "headers", "disabled", "disabledTools"},
    url_keys={"serverUrl": "", "url": ""},
    forms=frozenset({Form.ENV, Form.FILE}),
    unsure=frozenset({Column.TEXT}),
)
CODEX = Host(
    name="codex",
    files=(".codex/config.toml",),
    home_files=(".codex/config.toml",),
    dedicated=False,
    roots=("mcp_servers",),
    ignored_roots=("mcp.servers", "mcp-servers"),
    text=Text.TOML,
    fields=_PROGRAM
    | {"env_vars", "cwd", "startup_timeout_sec", "startup_timeout_ms", "tool_timeout_sec"}
    | {"enabled", "required", "enabled_tools", "disabled_tools", "scopes", "tools"}
    | {"url", "bearer_token_env_var", "http_headers", "env_http_headers", "oauth"}
    | {"oauth_resource", "supports_parallel_tool_calls", "default_tools_approval_mode"},
    times={"startup_timeout_sec": "s", "tool_timeout_sec": "s", "startup_timeout_ms": "ms"},
    sure=frozenset({Column.ROOT}),
)
GEMINI = Host(
    name="gemini",
    files=(".gemini/settings.json",),
    home_files=(".gemini/settings.json",),
    kind=Kind.SETTINGS,
    dedicated=False,
    text=Text.JSONC,
    fields=_PROGRAM
    | {"cwd", "timeout", "trust", "includeTools", "excludeTools", "description", "type"}
    | {"httpUrl", "url", "tcp", "headers", "oauth", "authProviderType"}
    | {"targetAudience", "targetServiceAccount", "extensionName"},
    url_keys={"httpUrl": HTTP, "url": SSE},
    reached_by=("tcp",),
    types={"stdio": STDIO, "http": HTTP, "sse": SSE},
    forms=frozenset({Form.DOLLAR, Form.PLAIN, Form.DEFAULT}),
    filled=frozenset({"/", "extensionPath", "workspacePath", "pathSeparator"}),
    times={"timeout": "ms"},
    unsure=frozenset({Column.TEXT, Column.VARIABLES}),
)
GEMINI_EXTENSION = replace(
    GEMINI,
    name="gemini-extension",
    files=("gemini-extension.json",),
    home_files=(),
    readers=("gemini",),
    kind=Kind.MANIFEST,
)
ROO = Host(
    name="roo",
    files=(".roo/mcp.json", "mcp_settings.json"),
    by_content=("mcp_settings.json",),
    fields=_PROGRAM
    | {"type", "cwd", "url", "headers", "disabled", "alwaysAllow", "timeout"}
    | {"disabledTools", "watchPaths"},
    types={"stdio": STDIO, "streamable-http": HTTP, "sse": SSE},
    type_needed=True,
    forms=frozenset({Form.ENV}),
    filled=frozenset({"workspaceFolder"}),
    times={"timeout": "s"},
    unsure=frozenset({Column.TIME}),
)
KIRO = Host(
    name="kiro",
    files=(".kiro/settings/mcp.json",),
    home_files=(".kiro/settings/mcp.json",),
    fields=_PROGRAM
    | {"url", "headers", "disabled", "autoApprove", "disabledTools", "timeout", "type"},
    types={"stdio": STDIO, "http": HTTP, "sse": SSE},
    forms=frozenset({Form.PLAIN}),
    times={"timeout": "ms"},
    unsure=frozenset({Column.TIME}),
)
SKILLCTL = Host(
    name="skillctl",
    files=(".gbs/mcp.json",),
    also_reads=(".mcp.json",),
    roots=("mcpServers", "servers"),
    fields=_PROGRAM
    | {"type", "cwd", "url", "headers", "auth", "oauth", "disabled", "enabledTools"}
    | {"disabledTools", "timeout", "toolTimeout", "startTimeout", "listTimeout", "protocol"},
    types={"stdio": STDIO, "http": HTTP, "streamable-http": HTTP, "sse": SSE},
    type_advised=True,
    forms=frozenset({Form.PLAIN, Form.DEFAULT, Form.NESTED}),
    times={"timeout": "ms", "toolTimeout": "s", "startTimeout": "s", "listTimeout": "s"},
    sure=frozenset({Column.ROOT}),
)

CLAUDE_SETTINGS = replace(
    CLAUDE_CODE,
    name="claude-settings",
    files=(".claude/settings.json", ".claude/settings.local.json"),
    home_files=(".claude/settings.json",),
    readers=("claude-code",),
    kind=Kind.SETTINGS,
    dedicated=False,
    unsure=frozenset({Column.TEXT}),
)
VSCODE_SETTINGS = replace(
    VSCODE,
    name="vscode-settings",
    files=(".vscode/settings.json",),
    home_files=(),
    readers=("vscode",),
    kind=Kind.SETTINGS,
    dedicated=False,
    roots=("mcp.servers",),
)
CONSENT_STORE = Host(
    name="consent-store",
    files=(".skillctl/consent.*",),
    readers=("skillctl",),
    kind=Kind.SETTINGS,
    dedicated=False,
    text=Text.UNREAD,
    roots=(),
    url_keys={},
)

_MANIFESTS = ("plugin.json", "marketplace.json")
CLAUDE_PLUGIN = replace(
    CLAUDE_CODE,
    name="claude-plugin",
    files=tuple(f".claude-plugin/{name}" for name in _MANIFESTS),
    home_files=(),
    readers=("claude-code",),
    kind=Kind.MANIFEST,
    dedicated=False,
    references=True,
    fields=CLAUDE_CODE.fields | {"cwd"},
    filled=PLUGIN_NAMES,
)
CODEX_PLUGIN = replace(
    CLAUDE_PLUGIN,
    name="codex-plugin",
    files=tuple(f".codex-plugin/{name}" for name in _MANIFESTS),
    readers=("codex",),
    fields=CLAUDE_PLUGIN.fields | CODEX.fields,
    type_needed=False,
    sure=frozenset(),
)
CURSOR_PLUGIN = replace(
    CLAUDE_PLUGIN,
    name="cursor-plugin",
    files=tuple(f".cursor-plugin/{name}" for name in _MANIFESTS),
    readers=("cursor",),
    fields=CLAUDE_PLUGIN.fields | CURSOR.fields,
    forms=CURSOR.forms | CLAUDE_PLUGIN.forms,
    filled=PLUGIN_NAMES | CURSOR.filled,
    type_needed=False,
    sure=frozenset(),
)
GITHUB_PLUGIN = replace(
    CLAUDE_PLUGIN,
    name="github-plugin",
    files=tuple(f".github/plugin/{name}" for name in _MANIFESTS),
    readers=("copilot-cli", "vscode"),
    fields=CLAUDE_PLUGIN.fields | {"tools"},
    types={"stdio": STDIO, "local": STDIO, "http": HTTP, "sse": SSE},
    type_needed=False,
    sure=frozenset(),
)
PLUGINS = (CLAUDE_PLUGIN, CODEX_PLUGIN, CURSOR_PLUGIN, GITHUB_PLUGIN)

_KNOWN = (
    *(CLAUDE_CODE, CLAUDE_DESKTOP, VSCODE, CURSOR, WINDSURF, CODEX, GEMINI, GEMINI_EXTENSION),
    *(ROO, KIRO, SKILLCTL, CLAUDE_SETTINGS, VSCODE_SETTINGS, CONSENT_STORE, *PLUGINS),
)
GENERIC = Host(
    name="generic",
    files=("mcp.json", "*.mcp.json"),
    by_content=("*.mcp.json",),
    roots=("mcpServers", "servers", "mcp_servers", "context_servers"),
    fields=frozenset().union(*(host.fields for host in _KNOWN), {"uri", "environment", "tools"}),
    url_keys={"url": "", "serverUrl": "", "httpUrl": HTTP, "uri": ""},
    types=CLAUDE_CODE.types | TYPE_SPELLINGS,
    type_advised=True,
    command_lists=True,
    reached_by=GEMINI.reached_by,
    forms=frozenset(Form) - {Form.DOLLAR},
    filled=frozenset().union(*(host.filled for host in _KNOWN)),
)
HOSTS: tuple[Host, ...] = (*_KNOWN, GENERIC)
HOST_NAMES = tuple(host.name for host in HOSTS if host.name in host.read_by)
ROOT_OWNERS = {  # the keys for servers that there are, each with a host that looks for it
    "mcpServers": "claude-code",
    "servers": "vscode",
    "mcp_servers": "codex",
    "context_servers": "zed",
    "mcp": "opencode",
    "mcp-servers": "no host",
}
KNOWN_ROOTS = (*ROOT_OWNERS, "mcp.servers")
FILLED_NAMES = GENERIC.filled
URL_KEYS = frozenset(GENERIC.url_keys)
TYPE_WORDS = GENERIC.types
