"""The question whether an item may be used, after all of it was shown (mcp.md section 3)."""

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TextIO

from skillctl.cli.consent_text import safe
from skillctl.cli.consent_view import view
from skillctl.cli.items import Items, Places, Subject, gather_items
from skillctl.cli.streams import forget_typed
from skillctl.cli.surroundings import Surroundings
from skillctl.consent.opened import Consent
from skillctl.consent.write import decide
from skillctl.report.plain import counted

GRANTED, DENIED = "granted", "denied"
CHOICES = "y = yes, n = no, Enter = not now: "
QUESTION = f"May it be used? {CHOICES}"
_ANSWERS = {"y": GRANTED, "yes": GRANTED, "n": DENIED, "no": DENIED, "": ""}


def ask_before_run(here: Surroundings, places: Places) -> Consent:
    """Ask a person about each item that waits; give consent as it is after the answers.

    The views go to stderr: on stdout stands the answer of the run and nothing else.
    """
    items = gather_items(here, places, lazily=True)
    waiting = [subject for subject in items.subjects if subject.waits]
    if not waiting:
        return items.consent
    verb = "waits" if len(waiting) == 1 else "wait"
    what = counted(len(waiting), "item")
    sys.stderr.write(f"{what} of this repository {verb} for consent; unless you say yes, ")
    sys.stderr.write(f"the run goes on without {'it' if len(waiting) == 1 else 'them'}\n")
    for subject in waiting:
        sys.stderr.write("\n")
        ask(here, items, subject, sys.stderr)
    return items.consent.read_again()


def ask(here: Surroundings, items: Items, subject: Subject, out: TextIO) -> str:
    """Show an item, and ask if there is a person; the decision that was stored, or nothing."""
    out.write(view(subject, items))
    out.flush()
    if subject.item.problem or not here.terminal:
        return ""
    decision = _answer()
    if decision:
        store_decision(here, items, [subject], decision, out)
    return decision


def store_decision(
    here: Surroundings, items: Items, subjects: Sequence[Subject], decision: str, out: TextIO
) -> None:
    """Store a decision and say so."""
    pinned = [subject.item for subject in subjects]
    decide(here.config_dir, items.consent.place, pinned, decision=decision, at=datetime.now(UTC))
    lines = (f"{decision}: {subject.title} {subject.item.fingerprint}" for subject in subjects)
    out.writelines(f"{safe(line)}\n" for line in lines)


def _answer() -> str:
    """Ask until the answer is one; the end of the input is "not now"."""
    question = QUESTION
    forget_typed()
    while True:
        sys.stderr.write(question)
        sys.stderr.flush()
        line = sys.stdin.readline()
        if not line:
            sys.stderr.write("\n")
        word = line.strip()
        decision = _ANSWERS.get(word.lower())
        if decision is not None:
            return decision
        question = f'"{safe(word)}" is none of the answers. {CHOICES}'
