"""`skillctl prompt`: exactly what reaches the model (agent.md section 3)."""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

import typer

from skillctl.agent.assembly import Assembly
from skillctl.agent.ground import Gathered
from skillctl.agent.view import View
from skillctl.cli import options, prompt_options
from skillctl.cli.activating import Activating
from skillctl.cli.exact import put
from skillctl.cli.ground import (
    UNSET,
    Standpoint,
    Wanted,
    gathered,
    standpoint,
    terminal_width,
    wanted_by,
)
from skillctl.cli.notice import say
from skillctl.cli.prompt_choice import Choice
from skillctl.cli.prompt_gate import told_code
from skillctl.cli.prompt_options import PromptFormat
from skillctl.cli.prompt_request import Asked, build_request, read_asked
from skillctl.cli.surroundings import surroundings
from skillctl.errors import SkillctlError
from skillctl.skills.tiers import TIERS

prompt_app = typer.Typer()


@dataclass(frozen=True, slots=True)
class Made:
    """The request, and what it was made from."""

    built: Assembly
    seen: Gathered
    stand: Standpoint
    wanted: Wanted
    asked: Asked


@prompt_app.command("prompt")
def prompt(
    task: prompt_options.Task = None,
    *,
    style: prompt_options.Style = PromptFormat.TEXT,
    section: prompt_options.Part = None,
    digest: prompt_options.Digest = False,
    tokens: prompt_options.Tokens = False,
    tokens_method: options.TokensMethod = None,
    sources: prompt_options.Sources = False,
    explain: prompt_options.Explain = None,
    against: prompt_options.Against = None,
    invisible: prompt_options.Invisible = False,
    require_all: prompt_options.RequireAll = False,
    stable: prompt_options.Stable = False,
    skill: options.ActivatedSkill = None,
    arguments: options.SkillArguments = None,
    subagent: prompt_options.Subagent = False,
    tiers: options.Tiers = TIERS,
    files: options.Files = None,
    fakes: options.Fakes = None,
    catalog_budget: options.CatalogBudget = 0,
    surface: options.Surface = None,
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
    choice = Choice.among(locals())
    wanted = wanted_by(project, preset, skills, mcp_config, consent_from, bare=no_config)
    wanted = wanted.about(files, catalog_budget, subagent=subagent).beside(fakes).on(surface)
    activating = Activating(skill, arguments, subagent=subagent)
    here = surroundings()
    stand = standpoint(here, wanted)
    asked = read_asked(here, stand, task, model, dialect, against).activating(activating)
    with gathered(stand, wanted) as seen:
        built = build_request(seen, stand.settings, asked)
    return _print(Made(built, seen, stand, wanted, asked), choice)


def _left_open(built: Assembly, model: str) -> Iterator[str]:
    """What a body lacks."""
    if not model:
        yield f'no --model: the body says "model":"{UNSET}"'
    if not built.messages:
        yield "no TASK: the body holds no user message"


def _print(made: Made, choice: Choice) -> int:
    from skillctl.agent.writer import encoded
    from skillctl.policy.text import visible

    if choice.style is PromptFormat.BODY:
        say(_left_open(made.built, made.asked.model))
    text, code = _answer(made, choice)
    if choice.invisible:
        text = visible(text)
    put(sha256(encoded(text)[0]).hexdigest() if choice.digest else text)
    return told_code(made.built, made.seen, required=choice.require_all) or code


def _answer(made: Made, choice: Choice) -> tuple[str, int]:
    """The one thing that was asked for, and the exit code."""
    from skillctl.policy.redaction import Redactor

    built, seen, reference = made.built, made.seen, made.asked.reference
    if choice.stable:
        from skillctl.cli.prompt_stable import check_stable

        text, code = check_stable(made.stand, built, bare=made.wanted.bare)
        return Redactor(seen.secrets).text(text), code
    if choice.explain is not None:
        return _explain(choice.explain, made, choice.method)
    if reference is not None:
        from skillctl.cli.prompt_against import diff_text, prefix_text

        if choice.style is PromptFormat.DIFF:
            return diff_text(built, seen, made.stand.settings, reference)
        return prefix_text(built, seen, reference, choice.method)
    text = _text(built, seen.view, choice)
    return (Redactor(seen.secrets).text(text) if choice.tokens else text), 0


def _explain(name: str, made: Made, method: str) -> tuple[str, int]:
    from skillctl.agent.explain import UNKNOWN, explain
    from skillctl.policy.redaction import Redactor
    from skillctl.skills.elsewhere import elsewhere
    from skillctl.skills.missed import missed
    from skillctl.skills.roots import folders_of

    view, ground = made.seen.view, made.stand.ground
    hidden = Redactor(made.seen.secrets).text
    answer = explain(name, made.built, view, method)
    first, *more = map(hidden, answer.lines)
    if answer.code == UNKNOWN:
        places = folders_of(ground.project, ground.home, ground.data_dir)
        lines, cwd = [*missed(name, view.skills)], surroundings().cwd
        lines += () if made.wanted.bare else elsewhere(name, places, made.stand.settings, cwd)
        words = "\n  ".join((first, *map(hidden, lines)))
        raise SkillctlError(words, hint="\n".join(more).strip())
    return "".join(f"{line}\n" for line in (first, *more)), answer.code


def _text(built: Assembly, view: View, choice: Choice) -> str:
    """The text of a view of the request."""
    from skillctl.agent.printed import SECTIONS, as_json, without_pinned
    from skillctl.agent.shares import share_table
    from skillctl.agent.sources import render_sources

    if choice.tokens:
        return "".join(f"{line}\n" for line in share_table(built, choice.method))
    if choice.style is PromptFormat.BODY:
        return built.body.decode()
    shown = built if choice.tiers == TIERS else without_pinned(built)
    if shown.system_parts != built.system_parts:
        say([f"--tiers {choice.tiers}: pinned text is not printed here; the model gets it"])
    if choice.sources:
        return render_sources(shown, terminal_width()) + "\n"
    if choice.style is PromptFormat.JSON:
        return as_json(built, view.hash, choice.method, shown)
    return SECTIONS[choice.section or prompt_options.Section.SYSTEM](shown)
