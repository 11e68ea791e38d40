"""The view of the next user message: the same one, or another and how it differs (skills.md 5).

A view is renewed where a user's message begins; nothing acts in the middle of a run.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from skillctl.agent.view import View
from skillctl.policy.text import row
from skillctl.skills.model import SkillSnapshot

_SKILL_WORDS = {"pending": "needs consent", "changed": "needs consent"}
_SERVER_WORDS = {"pending": "needs consent", "starting": "not ready"}
_MARKS = "+~-"
_USABLE = ("active", "ready")


@dataclass(frozen=True, slots=True)
class Renewal:
    """A view, and in words how it differs from the one before; no words if it does not."""

    view: View
    words: str = ""


class _Item(NamedTuple):
    """A skill or server as one view has it; `content` is what the model can be told of it."""

    state: str
    content: object

    @property
    def usable(self) -> bool:
        return self.state in _USABLE


def renewed(before: View, fresh: View) -> Renewal:
    """The very object from before if nothing changed that a model or a person is told.

    Of a view that differs, the skills are the object from before if they have the same hash.
    """
    changes = (_skill_changes, _server_changes, _instruction_changes)
    words = ", ".join(words for change in changes for words in change(before, fresh))
    if not words and fresh.hash == before.hash:
        return Renewal(before)
    view = replace(fresh, skills=renewed_skills(before.skills, fresh.skills))
    return Renewal(view, f"view changed: {words}" if words else "")


def renewed_skills(before: SkillSnapshot, fresh: SkillSnapshot) -> SkillSnapshot:
    """The very object from before if the skills, and what became of the others, are the same."""
    same = fresh.hash == before.hash and fresh.candidates == before.candidates
    return before if same else fresh


def _skill_changes(before: View, after: View) -> Iterator[str]:
    return _changes("skill", _skills(before), _skills(after), _SKILL_WORDS)


def _server_changes(before: View, after: View) -> Iterator[str]:
    return _changes("server", _servers(before), _servers(after), _SERVER_WORDS)


def _instruction_changes(before: View, after: View) -> Iterator[str]:
    was, now = (
        {file.shown: _Item("active", (file.text, file.marker)) for file in view.instructions}
        for view in (before, after)
    )
    return _changes("instructions", was, now, {})


def _changes(
    kind: str,
    before: Mapping[str, _Item],
    after: Mapping[str, _Item],
    words: Mapping[str, str],
) -> Iterator[str]:
    """One entry for each thing that appeared, changed, or is gone: in this order, then by name."""
    marks = {
        name: _mark(before.get(name), after.get(name))
        for name in sorted({*before, *after})
        if before.get(name) != after.get(name)
    }
    for name in sorted(marks, key=lambda name: _MARKS.index(marks[name])):
        new = after.get(name)
        why = "" if new is None or new.usable else f" ({words.get(new.state, new.state)})"
        yield f"{marks[name]} {kind} {row(name)}{why}"


def _mark(old: _Item | None, new: _Item | None) -> str:
    """What can be used for the first time has appeared, too."""
    if new is None:
        return "-"
    return "+" if old is None or (new.usable and not old.usable) else "~"


def _skills(view: View) -> dict[str, _Item]:
    """By name the skill that is used, else the strongest candidate."""
    found: dict[str, _Item] = {}
    for candidate in view.skills.candidates:
        skill = candidate.skill
        content = (skill.scope, skill.source, skill.fingerprint) if skill else candidate.reason
        if candidate.name not in found or candidate.status == "active":
            found[candidate.name] = _Item(candidate.status, content)
    return found


def _servers(view: View) -> dict[str, _Item]:
    """By key the state of a server, and the tools that it offers."""
    return {
        server.key: _Item(
            server.state,
            (
                server.fingerprint,
                server.instructions,
                tuple(tool.digest for tool in view.tools if tool.server == server.key),
            ),
        )
        for server in view.servers
    }
