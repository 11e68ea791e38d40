"""The one table of settings: key, type, default, who may set it, and one line of help.

A section is a frozen dataclass; each field is one setting. Files: `skillctl.toml` or
`[tool.skillctl]` of the project, `skillctl.toml` in the user's config folder. What widens power is
honoured from the user's file or the command line only; some numbers a project may move one way.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from skillctl.setting import DAY, NO_LIMIT, Row, Who, frozen, rows_of, setting

FORMATS = ("text", "json", "sarif", "github", "junit")
PLATFORMS = ("linux", "macos", "windows")
COLON = "colon"
TOOL_SURFACE = "tools"
LEVELS = ("error", "warning", "note")
DEFAULT_EXCLUDE = (
    *(".git", ".hg", ".svn", "node_modules", ".venv", "venv", "__pycache__", ".tox", ".nox"),
    *(".mypy_cache", ".ruff_cache", ".pytest_cache", "site-packages"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LintSettings:
    """`[lint]`: which rules run, on what, and what fails."""

    target: tuple[str, ...] = setting(("any",), "hosts to judge for, the strictest counts")
    select: tuple[str, ...] = setting((), "codes, names or prefixes to run instead of the default")
    extend_select: tuple[str, ...] = setting((), "codes, names or prefixes to run in addition")
    ignore: tuple[str, ...] = setting((), "codes, names or prefixes not to run")
    extend_ignore: tuple[str, ...] = setting((), "more codes, names or prefixes not to run")
    exclude: tuple[str, ...] = setting(DEFAULT_EXCLUDE, "folder names and globs not entered")
    extend_exclude: tuple[str, ...] = setting((), "more folder names and globs not entered")
    fail_on: str = setting("error", "least severity that fails", choices=(*LEVELS, "never"))
    platform: str = setting(
        "", "the machine that is judged for, instead of this one", choices=("", *PLATFORMS)
    )
    severity: Mapping[str, str] = setting({}, "severity per code or prefix", choices=LEVELS)
    per_path_ignores: Mapping[str, tuple[str, ...]] = setting({}, "codes not to report, per glob")
    hosts: Mapping[str, str] = setting({}, "host whose config a file is, per glob")
    format: str = setting("text", "how the report is printed", choices=FORMATS)
    jobs: int = setting(0, "processes that check; 0 = as many as are worth it", least=0)
    max_entries: int = setting(1_000_000, "files and folders looked at in one walk")
    body_max_lines: int = setting(500, "lines that the text of a skill may have")
    max_file_bytes: int = setting(
        1_048_576, "size from which a skill file is not read", most=1024 * 1_048_576
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillSettings:
    """`[skills]`: where skills come from and how they are shown."""

    project_roots: tuple[str, ...] = setting(
        (".agents/skills", ".gbs/skills", ".claude/skills"), "skill roots in a project", Who.USER
    )
    user_roots: tuple[str, ...] = setting(
        (".agents/skills", ".gbs/skills", ".claude/skills"), "skill roots under home", Who.USER
    )
    builtin: tuple[str, ...] = setting(
        (), "skills of skillctl itself that are used: memory, my, skill-authoring", Who.USER
    )
    names: str = setting(
        "strict",
        "which names a skill may have: those of the standard, or nearly any",
        Who.RAISE,
        ("strict", "lenient"),
    )
    pinned: tuple[str, ...] = setting(
        (), "skills whose full text always stands in the prompt, in this order", Who.USER
    )
    preferences: str = setting(
        "skills.json",
        "file of the skills that are disabled: in the folder of settings, or below ~/",
        Who.USER,
    )
    loading: str = setting(
        "tool",
        "how the model loads a skill: with the tool `skill`, or with `read_file` from its path",
        choices=("tool", "read"),
    )
    style: str = setting(
        "lines", "how the catalog names a skill: a line, or XML", choices=("lines", "xml")
    )
    arrow: bool = setting(
        default=False, words="in lines with paths, put `→ read PATH` in place of (`PATH`)"
    )
    locations: str = setting(
        "relative",
        "how the catalog writes a path: from the project or ~, or always absolute",
        choices=("relative", "absolute"),
    )
    max_lines: int = setting(
        12, "skills that the catalog names; 0 = no limit", Who.RAISE, least=NO_LIMIT
    )
    max_skills: int = setting(64, "skills used in one run", Who.RAISE)
    description_chars: int = setting(
        1024, "characters of a description that are shown", Who.RAISE, least=40
    )
    body_chars: int = setting(
        6000, "characters of instructions per answer of the skill tool", least=200
    )
    resource_chars: int = setting(
        12_000, "characters of a resource per answer of the skill tool", least=200
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class McpSettings:
    """`[mcp]`: how servers are started, and how a model sees their tools."""

    inherit_env: tuple[str, ...] = setting((), "more variables that servers inherit", Who.USER)
    naming: str = setting(
        "double",
        "how a tool is named: `mcp__SERVER__TOOL`, or `mcp_SERVER_TOOL`",
        choices=("double", "single"),
    )
    schema: str = setting(
        "raw",
        "in which form the schema of a tool is sent: as served, or as a provider takes it",
        choices=("raw", "openai", "nullable", "gemini", "anthropic"),
    )
    schema_keys: str = setting(
        "raw",
        "in which order the keys of a schema are sent: as served, or sorted",
        choices=("raw", "sorted"),
    )
    surface: str = setting(
        TOOL_SURFACE,
        "how a model reaches servers: by a tool for each of theirs, by a skill for each server, "
        "or by skills where the tools are over 10,000 tokens",
        choices=(TOOL_SURFACE, "skills", "auto"),
    )
    generated_dir: str = setting(
        "", "folder of the skills of servers: below ~/, or in the data folder", Who.USER
    )
    generated_names: str = setting(
        "portable",
        "how their folders are named: mcp-SERVER, or mcp:SERVER where the system takes that",
        Who.USER,
        choices=("portable", COLON),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSettings:
    """`[run]`: the built-in agent."""

    model: str = setting("", "the model when --model is not given", Who.USER)
    approve: str = setting(
        "none", "which calls need no question", Who.USER, ("none", "read-only", "listed", "all")
    )
    cache: str = setting(
        "static",
        "what anthropic-messages marks for the cache: tools and system text, or all that was said",
        choices=("off", "static", "conversation"),
    )
    context_window: int = setting(
        128_000, "tokens that the model takes; shares of `skillctl tools` are of it"
    )
    max_turns: int = setting(20, "requests per user message", Who.LOWER)
    max_tool_calls: int = setting(100, "tool calls per run", Who.LOWER, least=0)
    timeout: int = setting(600, "seconds of a whole one-shot run", Who.LOWER, most=DAY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings of one command."""

    preset: str = setting("", "the named set of settings to start from")
    test_paths: tuple[str, ...] = setting((), "where `skillctl test` looks for scenarios")
    instructions: tuple[str, ...] = setting(
        (),
        "files of the project whose text stands in every prompt, in this order; 6,000 characters",
        Who.USER,
    )
    lint: LintSettings = field(default_factory=LintSettings)
    skills: SkillSettings = field(default_factory=SkillSettings)
    mcp: McpSettings = field(default_factory=McpSettings)
    run: RunSettings = field(default_factory=RunSettings)


# how a generated skill says whose it is: words of the format, which is a preset's (skills.md 17)
GENERATED_MARK = ".keen-generated-mcp.json"
MANAGED_BY = "keen-mcp"

DEFAULT_PRESET = "grampro"
_BY_READING: dict[str, object] = {
    "skills.loading": "read",
    "skills.names": "lenient",
    "skills.max-lines": 0,
    "skills.max-skills": 500,
}
PRESETS: dict[str, dict[str, object]] = {
    DEFAULT_PRESET: {},
    "catbuddy": {
        **_BY_READING,
        "skills.project-roots": (".catbuddy/skills",),
        "skills.user-roots": (".catbuddy/skills",),
        "skills.pinned": ("memory", "my"),
        "mcp.naming": "single",
        "mcp.schema": "nullable",
    },
    "keen": {
        **_BY_READING,
        "skills.project-roots": (".agents/skills", ".keen/skills", ".claude/skills"),
        "skills.user-roots": (".agents/skills", ".keen/skills", ".claude/skills"),
        "skills.preferences": "~/.keen/skills/config.json",
        "skills.arrow": True,
        "skills.description-chars": 1000,
        "mcp.surface": "skills",
        "mcp.generated-dir": "~/.keen/skills",
        "mcp.generated-names": "colon",
    },
}


def rows() -> Iterator[Row]:
    """Every setting, in the order of declaration."""
    return rows_of(Settings)


def with_values(settings: Settings, values: Mapping[str, object]) -> Settings:
    """Lay values by dotted key over settings; the keys must be of the table."""
    for key, value in values.items():
        *section, name = key.replace("-", "_").split(".")
        change: dict[str, Any] = {name: frozen(value)}
        if section:
            change = {section[0]: replace(getattr(settings, section[0]), **change)}
        settings = replace(settings, **change)
    return settings


def value_of(settings: Settings, key: str) -> object:
    """The value of a setting by its dotted key."""
    value: object = settings
    for name in key.replace("-", "_").split("."):
        value = getattr(value, name)
    return value


def preset_settings(name: str) -> Settings:
    """The settings that a preset starts from; KeyError if there is no preset of that name."""
    return with_values(Settings(preset=name), PRESETS[name])
