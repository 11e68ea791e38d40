"""Granting and revoking: the question, the exact fingerprint, the allow-list (mcp.md section 4)."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from skillctl.cli.consent_question import DENIED, GRANTED, ask, store_decision
from skillctl.cli.consent_text import safe
from skillctl.cli.consent_view import view
from skillctl.cli.items import Items, Subject, as_shown, unknown
from skillctl.cli.notice import notice
from skillctl.cli.surroundings import Surroundings
from skillctl.consent.allow import Allowed, load_allowed
from skillctl.consent.store import Record
from skillctl.consent.write import revoke as forget
from skillctl.errors import Denied, SkillctlError

REFUSED = 4


def ask_for_each(here: Surroundings, items: Items, meant: Sequence[Subject]) -> int:
    """Show each item and ask; without a terminal nobody can say yes."""
    decisions: list[str] = []
    for subject in meant:
        sys.stdout.write("\n" if decisions else "")
        decisions.append(_ask_for(here, items, subject))
    undecided = [s for s, decision in zip(meant, decisions, strict=True) if not decision]
    if undecided:
        raise Denied("\n  ".join(map(_refusal, undecided)), hint=_hint(here, items, undecided))
    return REFUSED if DENIED in decisions else 0


def _ask_for(here: Surroundings, items: Items, subject: Subject) -> str:
    """Ask for one item; the answer is the decision, or nothing if there is none."""
    if subject.status == GRANTED:
        _say(f"already granted: {subject.title} {subject.item.fingerprint}")
        return GRANTED
    return ask(here, items, subject, sys.stdout)


def _refusal(subject: Subject) -> str:
    """Why an item is not granted."""
    if subject.item.problem:
        return _unpinned(subject)
    return f"not granted: {subject.title} {subject.item.fingerprint}"


def _hint(here: Surroundings, items: Items, undecided: Sequence[Subject]) -> str | None:
    """What to do about items that can be granted."""
    able = [subject for subject in undecided if not subject.item.problem]
    if not able:
        return None
    if not here.terminal:
        return "there is no terminal to ask at; give the exact --fingerprint, or an allow-list"
    return f"nothing was stored; when you have decided: {items.grant_commands(able)}"


def grant_exactly(
    here: Surroundings, items: Items, meant: Sequence[Subject], fingerprint: str
) -> int:
    """Grant one item if its content is the one that was looked at."""
    if len(meant) != 1:
        raise SkillctlError("--fingerprint goes with one item", hint="grant them one by one")
    (subject,) = meant
    if subject.item.problem:
        raise Denied(_unpinned(subject))
    if subject.item.fingerprint != fingerprint:
        raise Denied(
            f"{subject.title} is not granted: its fingerprint is {subject.item.fingerprint}, "
            f"not {fingerprint}",
            hint="look at it again; what you agreed to is not what is there",
        )
    sys.stdout.write(view(subject, items))
    store_decision(here, items, meant, GRANTED, sys.stdout)
    return 0


def grant_listed(
    here: Surroundings, items: Items, meant: Sequence[Subject], allow_list: Path
) -> int:
    """Grant what an allow-list names; an item that was named but is not listed is refused."""
    allowed = load_allowed(allow_list, items.consent.workspace)
    listed = [
        subject
        for subject in meant or items.subjects
        if (subject.item.kind, subject.item.name, subject.item.fingerprint) in allowed
    ]
    if listed:
        store_decision(here, items, listed, GRANTED, sys.stdout)
    for words in _unmatched(allowed, items, meant):
        sys.stderr.write(notice(safe(f"{allow_list}: {words}")))
    missing = [subject for subject in meant if subject not in listed]
    if missing:
        titles = "".join(f"\n  {s.title} {s.item.fingerprint}" for s in missing)
        raise Denied(f"not granted, since {allow_list} does not list it:{titles}")
    if not listed:
        raise Denied(
            f"nothing granted: {allow_list} lists no item of this project as it is now",
            hint="what is here now: skillctl fingerprint",
        )
    return 0


def _unmatched(allowed: Allowed, items: Items, meant: Sequence[Subject]) -> Iterator[str]:
    """What an allow-list names that is not here; with items named, only what it says of those."""
    here: dict[tuple[str, str], list[str]] = {}
    for subject in items.subjects:
        item = subject.item
        here.setdefault((item.kind, item.name), []).append(item.fingerprint or "none")
    wanted = {(subject.item.kind, subject.item.name) for subject in meant}
    for kind, name, fingerprint in sorted(allowed):
        now = here.get((kind, name), [])
        if fingerprint not in now and (not wanted or (kind, name) in wanted):
            why = f"its fingerprint here is {' or '.join(now)}" if now else "nothing here has it"
            yield f"{kind} {name} {fingerprint} is not granted: {why}"


def revoke_all(here: Surroundings, items: Items) -> int:
    """Remove every decision about this project."""
    return _forget(here, items, None)


def revoke_named(here: Surroundings, items: Items, names: Sequence[str]) -> int:
    """Remove the decisions about items of these names, also of items that are gone."""
    known = items.consent.store.names(items.consent.place)
    meant: set[str] = set()
    for name in names:
        found = as_shown(name, known)
        if not found:
            raise unknown(name, sorted(known))
        meant |= found
    return _forget(here, items, frozenset(meant))


def _forget(here: Surroundings, items: Items, names: frozenset[str] | None) -> int:
    def matches(record: Record) -> bool:
        return names is None or record.name in names

    count = forget(here.config_dir, items.consent.place, matches)
    _say(f"revoked: {count} {'decision' if count == 1 else 'decisions'}")
    return 0


def _unpinned(subject: Subject) -> str:
    return f"{subject.title} cannot be granted: it has no fingerprint: {subject.item.problem}"


def _say(words: str) -> None:
    sys.stdout.write(f"{safe(words)}\n")
