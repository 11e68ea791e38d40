"""All skills on disk, in order of precedence, each usable or with the reason why not."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from skillctl.files import real_path
from skillctl.policy.text import one_line
from skillctl.settings import Settings
from skillctl.skills.document import SkillDocument, read_skill_document
from skillctl.skills.fields import MOST_NAME
from skillctl.skills.model import Skill
from skillctl.skills.read import Content, strict_content
from skillctl.skills.roots import SCOPES, SkillFolders, find_roots
from skillctl.skills.walk import FILE_NAME, Found, Walk
from skillctl.worktree import path_name

Order: TypeAlias = tuple[int, int, int, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Discovered:
    """One skill folder; without a skill, `reason` says at which place what is wrong.

    `order` is its place in the order of precedence.
    """

    name: str
    scope: str
    order: Order
    skill: Skill | None = None
    reason: str = ""
    warnings: tuple[str, ...] = ()

    @property
    def folder(self) -> str:
        """The path of the folder as it is printed."""
        return self.order[-1]


@dataclass(frozen=True, slots=True)
class Discovery:
    """What was found, strongest first; where was looked; and what was not followed and why."""

    items: tuple[Discovered, ...]
    looked_in: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def discover(
    project: Path | None,
    home: Path,
    data_dir: Path,
    settings: Settings,
    extra: Sequence[Path] = (),
) -> Discovery:
    """Look in all roots of the project and the user, and in the `extra` ones the user named."""
    places = SkillFolders(real_path(project) if project else None, real_path(home), data_dir)
    roots = find_roots(places, settings.skills, extra)
    notes = list(roots.notes)
    ways: dict[Path, list[Path]] = {}
    found: list[Found] = []
    for root in roots.roots:
        walk = Walk(root, places, ways)
        walk.run()
        notes += walk.notes
        found += walk.found
    names = settings.skills.names
    items = [_discovered(item, places, ways[item.file], names) for item in found]
    items.sort(key=lambda item: item.order)
    return Discovery(tuple(items), roots.looked_in, tuple(notes))


def _discovered(found: Found, places: SkillFolders, ways: Sequence[Path], names: str) -> Discovered:
    """Read one skill; what lies in the project is of the project, however it was reached."""
    scope = "project" if places.scope_of(found.base) == "project" else found.root.scope
    way = found.folder if scope == found.root.scope else found.base
    order = (SCOPES.index(scope), found.root.rank, found.depth, places.shown(way))
    document = read_skill_document(found.file, places.shown(way / FILE_NAME))
    folders = {found.base.name, *(way.name for way in ways)}
    content = strict_content(document, folders, names)
    if isinstance(content, str):
        name = one_line(document.text("name") or "")[:MOST_NAME] or document.folder
        return Discovered(name=name, scope=scope, order=order, reason=content)
    return Discovered(
        name=content.name,
        scope=scope,
        order=order,
        skill=_skill(content, document, found, order, places),
        warnings=content.warnings,
    )


def _skill(
    content: Content, document: SkillDocument, found: Found, order: Order, places: SkillFolders
) -> Skill:
    scope, folder = SCOPES[order[0]], order[-1]
    inside = places.scope_of(found.base) == "project"
    return Skill(
        name=content.name,
        description=content.description,
        body=content.body,
        text=content.text,
        scope=scope,
        base=found.base,
        root=found.root.real if found.root.scope == scope else None,
        folder=folder,
        shown=document.shown,
        source=path_name(places.shown(found.base) if inside else folder),
        outside=places.shown(found.base) if scope == "project" and not inside else "",
        line=content.line,
        sha256=content.sha256,
        auto_attach=content.auto_attach,
        attach_line=content.attach_line,
        body_line=content.body_line,
        model_invocable=content.model_invocable,
        user_invocable=content.user_invocable,
        allowed_tools=content.allowed_tools,
    )
