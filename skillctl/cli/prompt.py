"""`skillctl prompt`: exactly what reaches the model (agent.md section 3)."""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

import typer

from skillctl.agent.assembly import Assembly
from skillctl.agent.dialects.known import spoken
from skillctl.agent.ground import Gathered
from skillctl.agent.view import View
from skillctl.cli import options, prompt_options
from skillctl.cli.ground import (
    UNSET,
    first_request,
    gathered,
    put,
    say,
    standpoint,
    terminal_width,
    wanted_by,
)
from skillctl.cli.surroundings import surroundings
from skillctl.errors import SkillctlError

prompt_app = typer.Typer()


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Which of its answers `prompt` is to print."""

    style: prompt_options.PromptFormat
    section: prompt_options.Section | None
    tokens: bool
    sources: bool
    explain: str | None
    invisible: bool
    digest: bool


@prompt_app.command("prompt")
def prompt(
    task: prompt_options.Task = None,
    *,
    style: prompt_options.Style = prompt_options.PromptFormat.TEXT,
    section: prompt_options.Part = None,
    digest: prompt_options.Digest = False,
    tokens: prompt_options.Tokens = False,
    sources: prompt_options.Sources = False,
    explain: prompt_options.Explain = None,
    invisible: prompt_options.Invisible = False,
    files: options.Files = None,
    fakes: options.Fakes = None,
    catalog_budget: options.CatalogBudget = 0,
    no_config: options.NoConfig = False,
    dialect: options.Dialect = None,
    model: prompt_options.Model = None,
    preset: options.Preset = None,
    project: options.Project = None,
    skills: options.Skills = None,
    mcp_config: options.McpConfig = None,
    consent_from: options.ConsentFrom = None,
) -> int:
    """Print exactly what the model will read, and nothing else on stdout."""
    choice = Choice(
        style=style,
        section=section,
        tokens=tokens,
        sources=sources,
        explain=explain,
        invisible=invisible,
        digest=digest,
    )
    _refuse_clash(choice)
    wanted = wanted_by(project, preset, skills, mcp_config, consent_from, bare=no_config)
    wanted = wanted.about(files, catalog_budget).beside(fakes)
    stand = standpoint(surroundings(), wanted)
    spec = model or stand.settings.run.model
    form = spoken(dialect, spec)
    with gathered(stand, wanted) as seen:
        built = first_request(seen, stand.settings, task, dialect=form, model=spec)
    if style is prompt_options.PromptFormat.BODY:
        say(_left_open(task, spec))
    return _print(built, seen, choice)


def _refuse_clash(choice: Choice) -> None:
    """Only one thing can be printed."""
    views = {"--tokens": choice.tokens, "--sources": choice.sources, "--explain": choice.explain}
    asked = [name for name, value in views.items() if value]
    if choice.style is not prompt_options.PromptFormat.TEXT:
        asked.append(f"--format {choice.style}")
    if choice.section is not None:
        asked.append("--section")
    if len(asked) > 1:
        raise SkillctlError(
            f"{' and '.join(asked)} ask for different things", hint="give one of them"
        )


def _left_open(task: str | None, model: str) -> Iterator[str]:
    """What a body lacks."""
    if not model:
        yield f'no --model: the body says "model":"{UNSET}"'
    if task is None:
        yield "no TASK: the body holds no user message"


def _print(built: Assembly, seen: Gathered, choice: Choice) -> int:
    from skillctl.agent.writer import encoded
    from skillctl.policy.redaction import Redactor
    from skillctl.policy.text import visible

    if choice.explain is not None:
        return _explain(choice.explain, built, seen)
    text = _text(built, seen.view, choice)
    if choice.tokens:
        text = Redactor(seen.secrets).text(text)
    if choice.invisible:
        text = visible(text)
    put(sha256(encoded(text)[0]).hexdigest() if choice.digest else text)
    return 0


def _explain(name: str, built: Assembly, seen: Gathered) -> int:
    from skillctl.agent.explain import UNKNOWN, explain
    from skillctl.policy.redaction import Redactor
    from skillctl.tokens import best

    answer = explain(name, built, seen.view, best())
    first, *more = map(Redactor(seen.secrets).text, answer.lines)
    if answer.code == UNKNOWN:
        raise SkillctlError(first, hint="\n".join(more).strip())
    put("".join(f"{line}\n" for line in (first, *more)))
    return answer.code


def _text(built: Assembly, view: View, choice: Choice) -> str:
    """The one thing that was asked for."""
    from skillctl.agent.printed import SECTIONS, as_json
    from skillctl.agent.sources import render_sources
    from skillctl.agent.weight import share_table
    from skillctl.tokens import best

    if choice.tokens:
        return "".join(f"{line}\n" for line in share_table(built, best()))
    if choice.sources:
        return render_sources(built, terminal_width()) + "\n"
    if choice.style is prompt_options.PromptFormat.BODY:
        return built.body.decode()
    if choice.style is prompt_options.PromptFormat.JSON:
        return as_json(built, view.hash, best())
    return SECTIONS[choice.section or prompt_options.Section.SYSTEM](built)
