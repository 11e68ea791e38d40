"""`docs/settings.md` is made from the table of settings and the presets; `--snapshot-update`."""

import pytest

from skillctl.setting import MOST, words_for
from skillctl.settings import DEFAULT_PRESET, PRESETS, preset_settings, rows, value_of
from tests.conftest import ROOT

PAGE = ROOT / "docs" / "settings.md"
HEAD = """# Settings

This page is made from the tables that the program reads.

A setting stands in `skillctl.toml`, or under `[tool.skillctl]` of `pyproject.toml`, in the project,
or in `skillctl.toml` in your configuration folder (on Linux `~/.config/skillctl`;
`SKILLCTL_CONFIG_DIR` names another). The part before the dot is its table:

```toml
preset = "{default}"

[skills]
max-lines = 20
project-roots = [".agents/skills", ".github/skills"]   # in your own file only
```

What counts, the strongest first: an option of the command line, the project, your own file, the
preset (`--preset NAME`, or the setting), the default. Lists that `extend` something add up. What is
set by "user only" has no effect in a project, also not by a preset that it names, and a note says
so: a repository may not widen what is trusted.
"""
CHOICES = """
## What the words mean

| setting | word | meaning |
|---|---|---|
"""
ATTACH = """
## `autoAttach` of a skill

The front matter of a `SKILL.md` can say for which files a skill is meant, as one glob or as a list
of up to 32:

```yaml
autoAttach: docs/**/*.md
```

```yaml
autoAttach: ["src/**/*.{ts,tsx}", "*.css"]
```

Where `prompt --file PATH` or `run --file PATH` names a file that fits, the skill comes first in
the catalog and is named in a hint at the end of the user's message. `auto_attach` is the same.
Paths are relative to the root of the project, with `/`.

| in a glob | fits |
|---|---|
| `*` | any run of characters but `/` |
| `?` | one character but `/` |
| `**/` | no folder, or any number of them |
| `**` | anything, `/` too |
| `[a-z]`, `[!a]` | one character of these; one that is none of these |
| `{a,b}` | one of these words; no braces inside, up to 64 results |
| a glob without `/` | the name of the file, in any folder |

Upper and lower case differ, but not on Windows and macOS. A glob may have 256 characters and a path
4,096; what is longer fits nothing. A bad glob is left out and named.
"""
MEANINGS = {
    "skills.names": {
        "strict": "1 to 64 lower-case letters and digits, joined by single `-`, as in the standard",
        "lenient": "1 to 64 characters of nearly any kind; without a name that of the folder",
    },
    "skills.loading": {
        "tool": "the model calls the tool `skill` with the name",
        "read": "the model reads the file by its path, which the catalog gives, with `read_file`",
    },
    "skills.style": {
        "lines": "`- NAME: DESCRIPTION`",
        "xml": "`<available_skills>` as in the Agent Skills reference",
    },
    "skills.locations": {
        "relative": "from the project, from `~`, else absolute",
        "absolute": "always absolute",
    },
    "mcp.naming": {
        "double": "`mcp__SERVER__TOOL`",
        "single": "`mcp_SERVER_TOOL`",
    },
    "mcp.schema": {
        "raw": "as the server sent it, but for a missing schema and a top `$schema`",
        "openai": "root made an object, root combinators merged, old drafts made new",
        "nullable": "as `openai`, and a type or null becomes `nullable: true`",
        "gemini": "references put in place, what that API does not know dropped or loosened",
        "anthropic": "root made an object, names of properties made ones that it takes",
    },
    "mcp.schema-keys": {
        "raw": "in the order of the server",
        "sorted": "by name, for a server that shuffles them",
    },
    "mcp.surface": {
        "tools": "each tool of a server is a tool of the model",
        "skills": "each server is a skill, and `call_mcp_tool` calls what it lists",
        "auto": "`skills` where the tools are over 10,000 tokens, else `tools`",
    },
    "mcp.generated-names": {
        "portable": "`mcp-SERVER`",
        "colon": "`mcp:SERVER`, where the system and the name of the server allow it",
    },
    "run.approve": {
        "none": "only built-in tools that read, which never ask, run without a question",
        "read-only": "the same: that a server claims to only read is not believed",
        "listed": "what a rule allows runs without a question, too; a run has no rules yet",
        "all": "every call does; no word lifts a guard or a missing consent",
    },
    "run.cache": {
        "off": "nothing is marked",
        "static": "tools and system text are",
        "conversation": "all that was said is, too",
    },
}


def page():
    """The page as it has to be."""
    parts = [HEAD.replace("{default}", DEFAULT_PRESET), "\n## Presets\n\n", presets()]
    parts += ["\n## All settings\n\n", table(), CHOICES, meanings(), ATTACH]
    return "".join(parts)


def presets():
    """What differs between presets; whatever is not in here is the default in each."""
    keys = [row.key for row in rows() if row.key != "preset" and len(values_of(row.key)) > 1]
    head = [f"| setting | {' | '.join(f'`{name}`' for name in PRESETS)} |"]
    head.append("|---" * (len(PRESETS) + 1) + "|")
    lines = (
        f"| `{key}` | "
        + " | ".join(shown(value_of(preset_settings(name), key)) for name in PRESETS)
        + " |"
        for key in keys
    )
    words = (
        f"`{DEFAULT_PRESET}` counts where none is named and has every default of the table below;\n"
    )
    return f"{words}this is what differs:\n\n" + "\n".join([*head, *lines]) + "\n"


def values_of(key):
    return {repr(value_of(preset_settings(name), key)) for name in PRESETS}


def table():
    lines = ["| setting | takes | default | what | set by |", "|---|---|---|---|---|"]
    for row in rows():
        cells = (f"`{row.key}`", takes(row), shown(row.default), row.help, str(row.who))
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def takes(row):
    """The values of a setting in words."""
    choices = tuple(PRESETS) if row.key == "preset" else row.choices
    words = ", ".join(f"`{choice}`" for choice in choices if choice)
    if choices and isinstance(row.default, dict):
        return f"a table of {words}"
    if choices:
        return words
    if row.kind is int:
        return f"{row.least:,} or more" if row.most == MOST else f"{row.least:,} to {row.most:,}"
    return words_for(row.kind)


def shown(value):
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, tuple):
        return ", ".join(f"`{one}`" for one in value) or "none"
    return f"`{value}`" if value not in ("", {}) else "none"


def meanings():
    return "".join(
        f"| `{key}` | `{word}` | {words} |\n"
        for key, known in MEANINGS.items()
        for word, words in known.items()
    )


def test_the_page_is_fresh(pytestconfig):
    if pytestconfig.getoption("update_snapshots"):
        PAGE.write_text(page())
    assert PAGE.read_text() == page()


@pytest.mark.parametrize("key", MEANINGS)
def test_each_word_of_a_setting_is_explained(key):
    (row,) = (row for row in rows() if row.key == key)
    assert tuple(MEANINGS[key]) == row.choices


def test_the_presets_stand_in_the_table_with_what_they_change():
    text = PAGE.read_text()
    for name, values in PRESETS.items():
        assert f"`{name}`" in text
        assert all(f"| `{key}` | " in presets() for key in values), name
