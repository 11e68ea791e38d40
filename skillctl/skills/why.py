"""Why a skill is there or not, from the very data that builds the prompt (skills.md section 3)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from skillctl.policy.text import cell
from skillctl.report.plain import one_row
from skillctl.report.table import padded, widest
from skillctl.settings import SkillSettings
from skillctl.skills.catalog import Catalog
from skillctl.skills.entry import READ, catalog_entry
from skillctl.skills.fingerprint import CONSENT_SCOPES
from skillctl.skills.model import Candidate, Skill, SkillSnapshot
from skillctl.skills.preferences import enable_command
from skillctl.skills.project import typed_path
from skillctl.tokens import ESTIMATE, count, shown

_HEX_SHOWN = 4
_WITH_FINGERPRINT = frozenset(("active", "pending", "changed", "denied"))
_USED = frozenset(("active", "cut"))


@dataclass(frozen=True, slots=True)
class CatalogPlace:
    """Where a skill stands in the catalog: line `number` (from 1) of `total`, and its weight."""

    number: int
    total: int
    tokens: int


def why_text(
    snapshot: SkillSnapshot,
    catalog: Catalog,
    name: str,
    settings: SkillSettings,
    method: str = ESTIMATE,
) -> str:
    """One line for what a name stands for, one per candidate, and one about the catalog.

    The name must be one of the candidates.
    """
    candidates = snapshot.named(name)
    skill = snapshot.get(name)
    strongest = next((c for c in candidates if c.status != "invalid"), candidates[0])
    head = f"active, {skill.scope}, {skill.shown}" if skill else unavailable(strongest)
    lines = [f"{name}: {head}", *_rows(candidates)]
    if skill:
        lines.append(f"  {_in_catalog(catalog, skill, settings, method)}")
    return "".join(f"{one_row(line)}\n" for line in lines)


def catalog_place(
    catalog: Catalog, skill: Skill, settings: SkillSettings, method: str = ESTIMATE
) -> CatalogPlace | None:
    """Find the line of a skill, or None if it has none."""
    names = [shown.name for shown in catalog.shown]
    if skill.name not in names:
        return None
    tokens = count(catalog_entry(skill, settings), method)
    return CatalogPlace(names.index(skill.name) + 1, len(names), tokens)


def unavailable(candidate: Candidate) -> str:
    """Why the strongest candidate is not used, and what helps."""
    place, name = candidate.path, candidate.name
    fingerprint = _short(candidate)
    grant = f"grant with: {candidate.grant}"
    details = f"({place}{f', {fingerprint}' if fingerprint else ''})"
    words = {
        "pending": f"consent pending {details}; {grant}",
        "changed": f"changed since consent was decided {details}; {grant}",
        "denied": f"consent denied {details}; {grant}",
        "disabled": f"{candidate.reason} ({place}); enable with: {enable_command(name)}",
        "invalid": f"invalid ({candidate.reason}){_remedy_of_invalid(candidate)}",
        "hidden": f"hidden: {candidate.reason} ({place}); see: skillctl mcp list",
        "cut": f"{candidate.reason} ({place}); the setting is skills.max-skills",
    }
    return f"not available: {words[candidate.status]}"


def _remedy_of_invalid(candidate: Candidate) -> str:
    """What lint says more about; it has nothing to say of files that are too many or unreadable."""
    return "" if candidate.skill else f"; look with: skillctl lint {typed_path(candidate.path)}"


def _rows(candidates: Sequence[Candidate]) -> Iterator[str]:
    """A table of the candidates in order of precedence."""
    cells = [(cell(c.scope), cell(c.place), c.status) for c in candidates]
    scope, path, status = map(widest, zip(*cells, strict=True))
    winner = next((n for n, c in enumerate(candidates, 1) if c.status in _USED), 0)
    for number, c in enumerate(candidates, 1):
        why = f"by {winner}" if c.status == "shadowed" else c.reason
        if c.status in _WITH_FINGERPRINT and _short(c):
            why = f"{why}, {_short(c)}"
        first, second, third = cells[number - 1]
        yield (
            f"  {number}  {padded(first, scope)}  {padded(second, path)}   "
            f"{padded(third, status)}   {why}"
        ).rstrip()


def _short(candidate: Candidate) -> str:
    """The beginning of a fingerprint that consent is given to."""
    skill = candidate.skill
    if skill is None or skill.scope not in CONSENT_SCOPES or not skill.fingerprint:
        return ""
    return f"{skill.fingerprint[: len('sha256:') + _HEX_SHOWN]}…"


def _in_catalog(catalog: Catalog, skill: Skill, settings: SkillSettings, method: str) -> str:
    place = catalog_place(catalog, skill, settings, method)
    pinned = catalog.pinned.find(skill)
    if pinned:
        number, total = catalog.pinned.shown.index(pinned) + 1, len(catalog.pinned.shown)
        tokens = shown(pinned.weight(method), method)
        words = f"pinned, full text {number} of {total} ({tokens} tokens, {method})"
    elif place:
        words = (
            f"catalog line {place.number} of {place.total} "
            f"({shown(place.tokens, method)} tokens, {method})"
        )
    elif skill.model_invocable:
        words = f"not in the catalog (cut): over skills.max-lines, {settings.max_lines}; the model "
        words += "is not told of it" if settings.loading == READ else "can load it by name"
        words += "; set skills.max-lines higher, or disable skills that are not needed"
        words += ", or name a file that fits by --file" if skill.auto_attach else ""
    else:
        words = "not in the catalog (hidden): only the user may activate it, with run --skill"
        words += " (disable-model-invocation)"
    why_not = catalog.pinned.why_not(skill)
    if why_not:
        words = f"{words}; not pinned: {why_not}"
    globs = ", ".join(skill.auto_attach)
    return f"{words}; autoAttach: {globs}" if globs else words
