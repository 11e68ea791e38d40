"""All skills as a table and as JSON (skills.md section 14)."""

from collections.abc import Sequence
from dataclasses import replace

from skillctl.policy.text import cell
from skillctl.report.plain import one_row
from skillctl.report.table import table
from skillctl.settings import Settings, SkillSettings
from skillctl.skills.catalog import Catalog, catalog_order, entry_notes
from skillctl.skills.entry import ABSOLUTE, XML, catalog_entry, listed
from skillctl.skills.model import Candidate, SkillSnapshot
from skillctl.skills.reference_block import reference_block
from skillctl.skills.why import catalog_place
from skillctl.tokens import ESTIMATE, count, shown

SCHEMA = "skillctl.skills/1"
MOST_PASSED = 5
HEAD = ("skill", "scope", "status", "tokens ({})", "path")


def list_text(
    snapshot: SkillSnapshot,
    catalog: Catalog,
    settings: Settings,
    *,
    every: bool,
    method: str = ESTIMATE,
    room: int | None = None,
) -> str:
    """A head, a row per name, or with `every` per candidate; then a line for each report.

    Where there is no skill at all, also for the first things that were passed over.

    `room` is the width of the terminal, None if it is none.
    """
    rows = [_row(c, catalog, settings, method) for c in chosen_rows(snapshot, every=every)]
    rows = [tuple(words.format(method) for words in HEAD), *rows] if rows else []
    lines = list(table(rows, room))
    if not lines:
        lines = [one_row(f"no skills found; looked in: {', '.join(snapshot.looked_in)}")]
        lines += snapshot.passed[:MOST_PASSED]
    names = ", ".join(one.skill.name for one in catalog.pinned.shown)
    pinned = [one_row(f"pinned, with the full text in the prompt: {names}")] if names else []
    return "".join(f"{line}\n" for line in (*lines, *pinned, *snapshot.notes, *catalog.notes))


def list_json(
    snapshot: SkillSnapshot,
    catalog: Catalog,
    settings: Settings,
    candidates: Sequence[Candidate],
    method: str = ESTIMATE,
) -> dict[str, object]:
    """The same as plain values, in the form `skillctl.skills/1`."""
    return {
        "schema": SCHEMA,
        "snapshot": snapshot.hash,
        "skills": [_as_json(c, catalog, settings.skills, method) for c in candidates],
        "notes": [*snapshot.notes, *catalog.notes],
        "looked_in": list(snapshot.looked_in),
    }


def list_xml(
    snapshot: SkillSnapshot, settings: Settings, *, absolute: bool
) -> tuple[str, tuple[str, ...]]:
    """The block of all skills that a model may load, in order of name; and what was reported."""
    locations = ABSOLUTE if absolute else settings.skills.locations
    chosen = replace(settings.skills, style=XML, locations=locations)
    skills = catalog_order(snapshot)
    notes = (one_row(note) for skill in skills for note in entry_notes(skill, chosen))
    kept = ", ".join(one_row(s.name) for s in snapshot.skills if not s.model_invocable)
    more = [f"not in the block, only the user may activate: {kept}"] if kept else []
    return (
        reference_block(listed(skill, chosen) for skill in skills),
        (*snapshot.notes, *notes, *more),
    )


def chosen_rows(snapshot: SkillSnapshot, *, every: bool) -> tuple[Candidate, ...]:
    """All candidates; or per name the one that is used, or else the strongest."""
    if every:
        return snapshot.candidates
    best: dict[str, Candidate] = {}
    for candidate in snapshot.candidates:
        if candidate.name not in best or candidate.status == "active":
            best[candidate.name] = candidate
    return tuple(best.values())


def _row(
    candidate: Candidate, catalog: Catalog, settings: Settings, method: str
) -> tuple[str, ...]:
    weight = _weight(candidate, catalog, settings.skills, method)
    tokens = "-" if weight is None else shown(weight, method)
    name, path = cell(candidate.name), cell(candidate.place)
    return (name, candidate.scope, candidate.status, tokens, path)


def _weight(
    candidate: Candidate, catalog: Catalog, settings: SkillSettings, method: str
) -> int | None:
    """The tokens of the full text if it is pinned, else of the entry; None if it has neither."""
    skill = candidate.skill
    pinned = catalog.pinned.find(skill) if skill else None
    if pinned:
        return pinned.weight(method)
    if skill and skill.model_invocable:
        return count(catalog_entry(skill, settings), method)
    return None


def _as_json(
    candidate: Candidate, catalog: Catalog, settings: SkillSettings, method: str
) -> dict[str, object]:
    skill = candidate.skill
    active = skill is not None and candidate.status == "active"
    place = catalog_place(catalog, skill, settings) if skill and active else None
    tokens = _weight(candidate, catalog, settings, method)
    return {
        "name": candidate.name,
        "scope": candidate.scope,
        "status": candidate.status,
        "reason": candidate.reason,
        "path": candidate.path,
        "source": skill.source if skill else None,
        "fingerprint": skill.fingerprint or None if skill else None,
        "outside": skill.outside or None if skill else None,
        "tokens": None if tokens is None else {"method": method, "n": tokens},
        "catalog_line": place.number if place else None,
        "pinned": skill is not None and catalog.pinned.find(skill) is not None,
        "auto_attach": list(skill.auto_attach) if skill else [],
        "model_invocable": skill.model_invocable if skill else False,
        "user_invocable": skill.user_invocable if skill else False,
    }
