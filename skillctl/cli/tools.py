"""`skillctl tools`: exactly which tools the model is offered (agent.md section 4)."""

from collections.abc import Iterator

import typer

from skillctl.agent.dialects.known import dialect_named, spoken
from skillctl.agent.tool_schema import SchemaView, schema_text
from skillctl.agent.tool_table import HEAVY, MISSING, Asked, Order, ToolTable, missing_code, table
from skillctl.cli import options, tools_options
from skillctl.cli.exact import put
from skillctl.cli.ground import gathered, standpoint, terminal_width, wanted_by
from skillctl.cli.notice import say
from skillctl.cli.surroundings import surroundings
from skillctl.cli.tools_options import ToolsFormat
from skillctl.errors import SkillctlError
from skillctl.tokens import chosen, shown
from skillctl.toolspec import ToolSpec

tools_app = typer.Typer()
EVERY_COLUMN = 10_000  # a file or a pipe is as wide as its rows


@tools_app.command("tools")
def tools(
    names: tools_options.Names = None,
    *,
    schema: tools_options.Schema = None,
    style: tools_options.Style = ToolsFormat.TEXT,
    sort: tools_options.Sort = Order.MODEL,
    server: tools_options.Server = "",
    budget: tools_options.Budget = None,
    max_tokens: tools_options.MaxTokens = None,
    tokens_method: options.TokensMethod = None,
    allow_missing: tools_options.Missing = False,
    fakes: options.Fakes = None,
    surface: options.Surface = None,
    no_config: options.NoConfig = False,
    dialect: options.Dialect = None,
    preset: options.Preset = None,
    project: options.Project = None,
    skills: options.Skills = None,
    mcp_config: options.McpConfig = None,
    consent_from: options.ConsentFrom = None,
) -> int:
    """Print the tools that the model is offered, where they come from and what they weigh.

    The column tokens is marginal: what the list would save without the tool. The column raw is the
    tool alone. Neither column adds up to the total.
    """
    from skillctl.policy.redaction import Redactor

    _refuse_clash(schema, names, style)
    wanted = wanted_by(project, preset, skills, mcp_config, consent_from, bare=no_config)
    asked = Asked(names=tuple(names or ()), server=server, order=sort, budget=budget or 0)
    method = chosen(tokens_method)
    stand = standpoint(surroundings(), wanted.beside(fakes).on(surface))
    form = dialect or spoken(None, stand.settings.run.model)
    dialect_named(form)
    with gathered(stand, wanted) as seen:
        hidden = Redactor(seen.secrets)
        found = table(seen.view, stand.settings, form, method, asked, hidden=hidden.text)
    if schema is not None:
        put(schema_text(_only_one(found), schema, hidden))
        return 0
    say(found.notes)
    put(_printed(found, style))
    lost = () if names or server else seen.broken
    return _ended(found, 0 if allow_missing else missing_code(found, lost), max_tokens)


def _refuse_clash(schema: SchemaView | None, names: list[str] | None, style: ToolsFormat) -> None:
    if schema is None:
        return
    if len(names or ()) != 1:
        raise SkillctlError("--schema shows one tool", hint="give its name: skillctl tools NAME")
    if style is not ToolsFormat.TEXT:
        raise SkillctlError(
            f"--schema and --format {style} ask for different things", hint="give one of the two"
        )


def _only_one(found: ToolTable) -> ToolSpec:
    """The tool of a table that has one row."""
    if len(found.rows) != 1:
        names = ", ".join(weight.tool.name for weight in found.rows) or "none of that server"
        raise SkillctlError("--schema shows one tool", hint=f"these have the name: {names}")
    return found.rows[0].tool


def _printed(found: ToolTable, style: ToolsFormat) -> str:
    if style is ToolsFormat.JSON:
        from skillctl.agent.tool_table_json import as_json

        return as_json(found)
    if style is ToolsFormat.MARKDOWN:
        from skillctl.agent.tool_table_markdown import as_markdown

        return as_markdown(found)
    from skillctl.agent.tool_table_text import as_text

    return as_text(found, terminal_width(EVERY_COLUMN))


def _ended(found: ToolTable, code: int, most: int | None) -> int:
    """The exit code, with a line for each thing that is wrong."""
    heavy = most is not None and found.total > most
    say(_wrong(found, code, most if heavy else None))
    return code or (HEAVY if heavy else 0)


def _wrong(found: ToolTable, code: int, most: int | None) -> Iterator[str]:
    if most is not None:
        total = shown(found.total, found.method)
        yield f"the list takes {total} tokens ({found.method}), more than --max-tokens {most:,}"
    if code:
        yield f"exit code {code}: {MISSING[code]}; --allow-missing ends with 0 all the same"
