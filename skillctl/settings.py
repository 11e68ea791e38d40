"""The one table of settings: key, type, default, who may set it, and one line of help.

A section is a frozen dataclass; each field is one setting. Files: `skillctl.toml` or
`[tool.skillctl]` of the project, `skillctl.toml` in the user's config folder. What widens power is
honoured from the user's file or the command line only.
"""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from enum import StrEnum
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints


class Who(StrEnum):
    """Whose file may set a setting."""

    ANYONE = "anyone"
    USER = "user only"


MOST = 2**31 - 1  # what every system counts and waits in
DAY = 24 * 60 * 60


def _setting(
    default: object,
    words: str,
    who: Who = Who.ANYONE,
    choices: tuple[str, ...] = (),
    *,
    least: int = 1,
    most: int = MOST,
) -> Any:  # noqa: ANN401 # a dataclass field stands for its value
    """Declare one setting; `least` and `most` bound a number; a mapping is made anew each time."""
    metadata = {"help": words, "who": who, "choices": choices, "least": least, "most": most}
    if isinstance(default, dict):
        return field(default_factory=lambda: dict(default), metadata=metadata)
    return field(default=default, metadata=metadata)


FORMATS = ("text", "json", "sarif", "github", "junit")
PLATFORMS = ("linux", "macos", "windows")
LEVELS = ("error", "warning", "note")
DEFAULT_EXCLUDE = (
    *(".git", ".hg", ".svn", "node_modules", ".venv", "venv", "__pycache__", ".tox", ".nox"),
    *(".mypy_cache", ".ruff_cache", ".pytest_cache", "site-packages"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LintSettings:
    """`[lint]`: which rules run, on what, and what fails."""

    target: tuple[str, ...] = _setting(("any",), "hosts to judge for, the strictest counts")
    select: tuple[str, ...] = _setting((), "codes, names or prefixes to run instead of the default")
    extend_select: tuple[str, ...] = _setting((), "codes, names or prefixes to run in addition")
    ignore: tuple[str, ...] = _setting((), "codes, names or prefixes not to run")
    extend_ignore: tuple[str, ...] = _setting((), "more codes, names or prefixes not to run")
    exclude: tuple[str, ...] = _setting(DEFAULT_EXCLUDE, "folder names and globs not entered")
    extend_exclude: tuple[str, ...] = _setting((), "more folder names and globs not entered")
    fail_on: str = _setting("error", "least severity that fails", choices=(*LEVELS, "never"))
    platform: str = _setting(
        "", "the machine that is judged for, instead of this one", choices=("", *PLATFORMS)
    )
    severity: Mapping[str, str] = _setting({}, "severity per code or prefix", choices=LEVELS)
    per_path_ignores: Mapping[str, tuple[str, ...]] = _setting({}, "codes not to report, per glob")
    hosts: Mapping[str, str] = _setting({}, "host whose config a file is, per glob")
    format: str = _setting("text", "how the report is printed", choices=FORMATS)
    jobs: int = _setting(0, "processes that check; 0 = as many as are worth it", least=0)
    max_entries: int = _setting(1_000_000, "files and folders looked at in one walk")
    body_max_lines: int = _setting(500, "lines that the text of a skill may have")
    max_file_bytes: int = _setting(
        1_048_576, "size from which a skill file is not read", most=1024 * 1_048_576
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillSettings:
    """`[skills]`: where skills come from and how they are shown."""

    project_roots: tuple[str, ...] = _setting(
        (".agents/skills", ".gbs/skills", ".claude/skills"), "skill roots in a project", Who.USER
    )
    user_roots: tuple[str, ...] = _setting(
        (".agents/skills", ".gbs/skills", ".claude/skills"), "skill roots under home", Who.USER
    )
    names: str = _setting(
        "strict",
        "which names a skill may have: those of the standard, or nearly any",
        choices=("strict", "lenient"),
    )
    pinned: tuple[str, ...] = _setting(
        (), "skills whose full text always stands in the prompt, in this order", Who.USER
    )
    loading: str = _setting(
        "tool",
        "how the model loads a skill: with the tool `skill`, or with `read_file` from its path",
        choices=("tool", "read"),
    )
    style: str = _setting(
        "lines", "how the catalog names a skill: a line, or XML", choices=("lines", "xml")
    )
    arrow: bool = _setting(
        default=False, words="in lines with paths, put `→ read PATH` in place of (`PATH`)"
    )
    locations: str = _setting(
        "relative",
        "how the catalog writes a path: from the project or ~, or always absolute",
        choices=("relative", "absolute"),
    )
    max_lines: int = _setting(12, "skills that the catalog names; 0 = no limit", least=0)
    max_skills: int = _setting(64, "skills used in one run")
    description_chars: int = _setting(1024, "characters of a description that are shown", least=40)
    body_chars: int = _setting(
        6000, "characters of instructions per answer of the skill tool", least=200
    )
    resource_chars: int = _setting(
        12_000, "characters of a resource per answer of the skill tool", least=200
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class McpSettings:
    """`[mcp]`: how servers are started."""

    inherit_env: tuple[str, ...] = _setting((), "more variables that servers inherit", Who.USER)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSettings:
    """`[run]`: the built-in agent."""

    model: str = _setting("", "the model when --model is not given", Who.USER)
    approve: str = _setting(
        "none", "which calls need no question", Who.USER, ("none", "read-only", "listed", "all")
    )
    cache: str = _setting(
        "static",
        "what anthropic-messages marks for the cache: tools and system text, or all that was said",
        choices=("off", "static", "conversation"),
    )
    max_turns: int = _setting(20, "requests per user message")
    max_tool_calls: int = _setting(100, "tool calls per run", least=0)
    timeout: int = _setting(600, "seconds of a whole one-shot run", most=DAY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings of one command."""

    preset: str = _setting("", "the named set of settings to start from")
    test_paths: tuple[str, ...] = _setting((), "where `skillctl test` looks for scenarios")
    lint: LintSettings = field(default_factory=LintSettings)
    skills: SkillSettings = field(default_factory=SkillSettings)
    mcp: McpSettings = field(default_factory=McpSettings)
    run: RunSettings = field(default_factory=RunSettings)


DEFAULT_PRESET = "grampro"
PRESETS: dict[str, dict[str, object]] = {DEFAULT_PRESET: {}}


class Row(NamedTuple):
    """One setting as the table shows it; `key` is dotted and spelled as in a file."""

    key: str
    kind: object
    default: object
    help: str
    who: Who
    choices: tuple[str, ...]
    least: int
    most: int = MOST


def rows(section: type = Settings, prefix: str = "") -> Iterator[Row]:
    """Every setting, in the order of declaration."""
    hints = get_type_hints(section)
    for item in fields(section):
        if not item.metadata:
            yield from rows(hints[item.name], f"{item.name}.")
            continue
        key = prefix + item.name.replace("_", "-")
        yield _row(key, hints[item.name], item)


def _row(key: str, kind: object, item: Field[Any]) -> Row:
    factory = item.default_factory
    default = item.default if factory is MISSING else factory()
    data = item.metadata
    return Row(
        key=key,
        kind=kind,
        default=default,
        help=data["help"],
        who=data["who"],
        choices=data["choices"],
        least=data["least"],
        most=data["most"],
    )


def fits(kind: object, value: object) -> bool:
    """Whether a value from a TOML file has the type of a setting."""
    if kind in (bool, int, str):
        return type(value) is kind
    origin, inner = get_origin(kind), get_args(kind)
    if origin is tuple:
        return isinstance(value, list) and all(type(v) is inner[0] for v in value)
    return isinstance(value, dict) and all(fits(inner[1], v) for v in value.values())


def words_for(kind: object) -> str:
    """What a setting wants, in words for a message."""
    plain = {bool: "true or false", int: "a whole number", str: "a string"}
    for known, words in plain.items():
        if kind is known:
            return words
    if get_origin(kind) is tuple:
        return "a list of strings"
    inner = get_args(kind)[1]
    return f"a table whose values are {'strings' if inner is str else 'lists of strings'}"


def frozen(value: object) -> object:
    """A TOML value with its lists as tuples."""
    if isinstance(value, list):
        return tuple(frozen(v) for v in value)
    if isinstance(value, dict):
        return {k: frozen(v) for k, v in value.items()}
    return value


def with_values(settings: Settings, values: Mapping[str, object]) -> Settings:
    """Lay values by dotted key over settings; the keys must be of the table."""
    for key, value in values.items():
        *section, name = key.replace("-", "_").split(".")
        change: dict[str, Any] = {name: frozen(value)}
        if section:
            change = {section[0]: replace(getattr(settings, section[0]), **change)}
        settings = replace(settings, **change)
    return settings


def preset_settings(name: str) -> Settings:
    """The settings that a preset starts from; KeyError if there is no preset of that name."""
    return with_values(Settings(preset=name), PRESETS[name])
