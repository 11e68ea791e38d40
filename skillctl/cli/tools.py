"""`skillctl tools`: exactly which tools the model is offered (agent.md section 4)."""

import typer

from skillctl.agent.dialects.known import dialect_named, spoken
from skillctl.cli import options, tools_options
from skillctl.cli.ground import gathered, put, say, standpoint, terminal_width, wanted_by
from skillctl.cli.options import Format
from skillctl.cli.surroundings import surroundings

tools_app = typer.Typer()


@tools_app.command("tools")
def tools(
    names: tools_options.Names = None,
    *,
    style: options.Style = Format.TEXT,
    allow_missing: tools_options.Missing = False,
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
    from skillctl.agent.tool_table import MISSING, as_json, as_text, missing_code, table
    from skillctl.policy.redaction import Redactor
    from skillctl.tokens import best

    wanted = wanted_by(project, preset, skills, mcp_config, consent_from, bare=no_config)
    stand = standpoint(surroundings(), wanted)
    form = dialect or spoken(None, stand.settings.run.model)
    dialect_named(form)
    with gathered(stand, wanted) as seen:
        hidden = Redactor(seen.secrets).text
        found = table(seen.view, stand.settings, form, best(), names or (), hidden=hidden)
    put(as_json(found) if style is Format.JSON else as_text(found, terminal_width()))
    code = 0 if allow_missing else missing_code(found, () if names else seen.broken)
    if code:
        say([f"exit code {code}: {MISSING[code]}; --allow-missing ends with 0 all the same"])
    return code
