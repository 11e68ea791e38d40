"""Which items `skillctl fingerprint` means, and its lines (mcp.md section 4.6)."""

import json
from collections.abc import Sequence
from pathlib import Path

from skillctl.canonical import canonical
from skillctl.cli.consent_text import safe
from skillctl.cli.items import Items, Places, Subject, as_shown, gather_items, unknown
from skillctl.cli.surroundings import Surroundings
from skillctl.consent.shown import shown_form
from skillctl.errors import SkillctlError
from skillctl.files import is_file, real_path
from skillctl.policy.masks import without_secrets
from skillctl.policy.text import visible
from skillctl.worktree import lies_in


def select(items: Items, named: Sequence[str], here: Surroundings) -> tuple[Subject, ...]:
    """The items of these names, sources or files; all of them if nothing is named."""
    if not named:
        return items.subjects
    meant: list[Subject] = []
    for word in named:
        path = here.cwd / word
        names = as_shown(word, (s.item.name for s in items.subjects))
        subjects = items.subjects
        found = [s for s in subjects if s.item.name in names or _lies_at(s, word, path, items)]
        if not found and is_file(path):
            found = _servers_of(path, here, items)
        elif not found:
            raise unknown(word, [s.item.name for s in items.subjects])
        meant += (subject for subject in found if subject not in meant)
    return tuple(meant)


def lines(items: Items, meant: Sequence[Subject], *, whole: bool) -> str:
    """One line per item; the last one is the workspace, where all of it is asked for."""
    rows = [f"{s.item.fingerprint or 'none'} {s.title}" for s in meant]
    rows += [f"{items.fingerprint or 'none'} workspace"] if whole else []
    return "".join(f"{safe(row)}\n" for row in rows)


def canonical_lines(meant: Sequence[Subject], *, terminal: bool) -> tuple[str, bool]:
    """The text that is hashed, and whether secrets in it are masked.

    On a terminal hidden characters are shown.
    """
    forms = [subject.item.form for subject in meant if subject.item.form]
    texts = [_without_secrets(form) for form in forms]
    lines = "".join(f"{visible(text) if terminal else text}\n" for text in texts)
    return lines, texts != forms


def _without_secrets(form: str) -> str:
    """A canonical text as it may be shown."""
    return without_secrets(canonical(shown_form(json.loads(form))).decode())


def _lies_at(subject: Subject, word: str, path: Path, items: Items) -> bool:
    source = items.consent.workspace.root / subject.item.source
    ways = {source, source / "SKILL.md"} if subject.skill else {source}
    return word == subject.item.source or real_path(path) in ways


def _servers_of(path: Path, here: Surroundings, items: Items) -> list[Subject]:
    """The servers of one more file of the repository."""
    if not lies_in(path, (items.consent.workspace.root,)):
        raise SkillctlError(
            f"{path} lies outside of the project, so it needs no consent here",
            hint=f"ask from its own project: skillctl fingerprint --project {path.parent}",
        )
    places = Places(project=items.consent.workspace.root, mcp_configs=(path,))
    return [s for s in gather_items(here, places).subjects if s.config]
