"""All skills on disk, in order of precedence, each usable or with the reason why not."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeAlias

from skillctl.policy.text import one_line, row
from skillctl.settings import TOOL_SURFACE, Settings, SkillSettings
from skillctl.shuffle import AS_THEY_COME, Shuffle
from skillctl.skills.builtin import builtin_roots
from skillctl.skills.document import SkillDocument, read_skill_document
from skillctl.skills.fields import MOST_NAME, OWN
from skillctl.skills.fingerprint import CONSENT_SCOPES
from skillctl.skills.generated import (
    NOT_SHOWN,
    expected_name,
    find_generated,
    generated_folder,
)
from skillctl.skills.memory import Memory, stamp_of
from skillctl.skills.model import Skill
from skillctl.skills.owned import Owned
from skillctl.skills.package_roots import PACKAGE
from skillctl.skills.packages import package_roots, within_limit
from skillctl.skills.read import Content, strict_content
from skillctl.skills.roots import (
    GENERATED,
    SCOPES,
    Root,
    Roots,
    SkillFolders,
    find_roots,
    folders_of,
)
from skillctl.skills.walk import FILE_NAME, Found, Walk
from skillctl.worktree import path_name

Order: TypeAlias = tuple[int, int, int, str]
Read: TypeAlias = Callable[[Path, str], SkillDocument]


@dataclass(frozen=True, slots=True, kw_only=True)
class Discovered:
    """One skill folder; without a skill, `reason` says at which place what is wrong.

    `order` is its place in the order of precedence, `too_long` the one of its warnings that is
    about a long description. The skill of a server is `hidden` while that is not ready: in words
    why.
    """

    name: str
    scope: str
    order: Order
    skill: Skill | None = None
    reason: str = ""
    warnings: tuple[str, ...] = ()
    too_long: str = ""
    hidden: str = ""

    @property
    def folder(self) -> str:
        """The path of the folder as it is printed."""
        return self.order[-1]


@dataclass(frozen=True, slots=True)
class Discovery:
    """What was found, strongest first; where was looked; and what was not followed and why.

    What was `passed` over is no skill, and nobody has to hear of it who does not miss one.
    """

    items: tuple[Discovered, ...]
    looked_in: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()


def discover(  # noqa: PLR0913 # the places of a command, each known to its caller
    project: Path | None,
    home: Path,
    data_dir: Path,
    settings: Settings,
    extra: Sequence[Path] = (),
    *,
    virtual_env: Path | None = None,
    memory: Memory | None = None,
    listing: Shuffle = AS_THEY_COME,
) -> Discovery:
    """Look in all roots of project, packages and user, and in the `extra` ones the user named.

    With a memory, files that did not change are not read again. `listing` is the order in which
    folders tell what is in them.
    """
    places = folders_of(project, home, data_dir, virtual_env)
    roots = _all_roots(places, settings.skills, extra)
    notes = list(roots.notes)
    passed: list[str] = []
    ways: dict[Path, list[Path]] = {}
    found: list[Found] = []
    owned = Owned(roots.roots, places)
    for root in roots.roots:
        walk = Walk(root, places, ways, listing)
        if root.scope in CONSENT_SCOPES:
            walk.owner = owned.folder_of
        walk.run()
        kept, over = within_limit(walk, sum(one.root.scope == PACKAGE for one in found))
        notes += (*walk.notes, *over)
        passed += walk.passed
        found += kept
    folder = generated_folder(settings.mcp, places.home, data_dir)
    own = {one.base for one in find_generated(folder)}
    names = settings.skills.names
    read = partial(_document, memory or Memory())
    items = [
        _discovered(item, places, ways[item.file], names, read)
        for item in listing.of(found)
        if item.base not in own
    ]
    if settings.mcp.surface != TOOL_SURFACE:
        items += discover_generated(places, folder, read)
    items.sort(key=lambda item: item.order)
    return Discovery(tuple(items), roots.looked_in, tuple(notes), tuple(passed))


def discover_below(roots: Sequence[Root], places: SkillFolders, names: str) -> list[Discovered]:
    """What would be found in other roots: by the same walk, and judged by the same rules."""
    ways: dict[Path, list[Path]] = {}
    walks = [Walk(root, places, ways) for root in roots]
    for walk in walks:
        walk.run()
    found = (item for walk in walks for item in walk.found)
    return [
        _discovered(item, places, ways[item.file], names, read_skill_document) for item in found
    ]


def discover_generated(
    places: SkillFolders, folder: Path, read: Read = read_skill_document
) -> list[Discovered]:
    """The skills that were made for servers, each hidden until its server is known to be ready.

    What is odd in one is not the user's doing, so nothing warns of it.
    """
    items = (
        _discovered(found, places, (found.folder,), OWN, read) for found in find_generated(folder)
    )
    return [replace(_as_made(item), hidden=NOT_SHOWN, warnings=()) for item in items]


def with_generated(discovery: Discovery, items: Sequence[Discovered]) -> Discovery:
    """The same with other skills of servers."""
    others = [item for item in discovery.items if item.scope != GENERATED]
    whole = sorted((*others, *items), key=lambda item: item.order)
    return replace(discovery, items=tuple(whole))


def _as_made(item: Discovered) -> Discovered:
    """A generated skill, usable if it has the name that it was given."""
    skill = item.skill
    if skill is None or skill.name == expected_name(skill.base):
        return item
    wanted = row(expected_name(skill.base))
    return replace(item, skill=None, reason=f"{skill.shown}: its name is not {wanted}")


def _all_roots(places: SkillFolders, settings: SkillSettings, extra: Sequence[Path]) -> Roots:
    """The roots of every scope, strongest first, each with its rank."""
    usual = find_roots(places, settings, extra)
    packages = package_roots(places)
    builtin, unknown = builtin_roots(settings.builtin)
    roots = sorted((*usual.roots, *packages.roots, *builtin), key=lambda r: SCOPES.index(r.scope))
    named = [places.shown(root.path) for root in packages.roots]
    return Roots(
        roots=tuple(replace(root, rank=rank) for rank, root in enumerate(roots)),
        looked_in=tuple(dict.fromkeys((*usual.looked_in, *named))),
        notes=(*usual.notes, *packages.notes, *unknown),
    )


def _discovered(
    found: Found, places: SkillFolders, ways: Sequence[Path], names: str, read: Read
) -> Discovered:
    """Read one skill; what lies in the project is of the project, however the user reaches it."""
    scope, way = found.root.scope, found.folder
    if scope == "user" and places.scope_of(found.base) == "project":
        scope, way = "project", found.base
    order = (SCOPES.index(scope), found.root.rank, found.depth, places.shown(way))
    document = read(found.file, places.shown(way / FILE_NAME))
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
        too_long=content.too_long,
    )


def _document(memory: Memory, path: Path, shown: str) -> SkillDocument:
    """A skill file, read again only if it changed."""
    stamp = stamp_of(path)
    read = partial(read_skill_document, path, shown)
    return memory.recall(("document", path, shown), stamp, read) if stamp else read()


def _skill(
    content: Content, document: SkillDocument, found: Found, order: Order, places: SkillFolders
) -> Skill:
    scope, folder = SCOPES[order[0]], order[-1]
    container = found.root.container or places.project
    inside = container is not None and found.base.is_relative_to(container)
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
        source=_source(found, places, folder),
        outside=places.shown(found.base) if scope in CONSENT_SCOPES and not inside else "",
        line=content.line,
        sha256=content.sha256,
        auto_attach=content.auto_attach,
        attach_line=content.attach_line,
        body_line=content.body_line,
        model_invocable=content.model_invocable,
        user_invocable=content.user_invocable,
        allowed_tools=content.allowed_tools,
    )


def _source(found: Found, places: SkillFolders, folder: str) -> str:
    """What consent calls the place of a skill: the same in every clone, and on every system."""
    if not found.root.source:
        inside = places.scope_of(found.base) == "project"
        return path_name(places.from_project(found.base) if inside else folder)
    inner = found.folder.relative_to(found.root.path)
    return path_name("/".join((found.root.source, *inner.parts)))
