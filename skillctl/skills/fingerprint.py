"""What consent to a skill is given to: its canonical form over all its files (skills.md 4)."""

from dataclasses import dataclass, replace

from skillctl.canonical import NotCanonical, canonical, digest_of
from skillctl.consent.item import Item
from skillctl.policy.text import visible
from skillctl.skills.files import Listing, list_files
from skillctl.skills.memory import Memory
from skillctl.skills.model import Skill
from skillctl.worktree import NotPinned, Workspace

CONSENT_SCOPES = frozenset(("project", "package"))


@dataclass(frozen=True, slots=True)
class Fingerprinted:
    """A skill with its files and fingerprint, and the item that consent is asked for."""

    skill: Skill
    item: Item
    note: str = ""


def fingerprint_skill(
    skill: Skill, workspace: Workspace | None, memory: Memory | None = None
) -> Fingerprinted:
    """Fix what a skill is now; a skill of the user without a fingerprint keeps its `SKILL.md`."""
    if workspace and workspace.problem and skill.scope in CONSENT_SCOPES:
        return _without_fingerprint(skill, workspace.problem)
    try:
        listing = list_files(skill, workspace, memory)
        item = _item(skill, listing)
    except (NotPinned, NotCanonical) as problem:
        return _without_fingerprint(skill, str(problem))
    fixed = replace(skill, fingerprint=item.fingerprint, resources=listing.resources)
    return Fingerprinted(fixed, item)


def _without_fingerprint(skill: Skill, problem: str) -> Fingerprinted:
    item = Item("skill", skill.name, skill.source, "", "", problem=problem)
    if skill.scope in CONSENT_SCOPES:
        return Fingerprinted(skill, item)
    alone = Listing(({"path": "SKILL.md", "sha256": skill.sha256},), ())
    named = replace(skill, source=visible(skill.source))  # it may be what has no canonical form
    told = problem if skill.folder in problem else f"{skill.folder}: {problem}"
    note = f"{told}; its other files are not used"
    return Fingerprinted(replace(named, fingerprint=_item(named, alone).fingerprint), item, note)


def _item(skill: Skill, listing: Listing) -> Item:
    form = {
        "files": list(listing.entries),
        "kind": "skill",
        "name": skill.name,
        "source": skill.source,
        "v": 1,
    }
    text = canonical(form)
    return Item("skill", skill.name, skill.source, digest_of(text), text.decode())
