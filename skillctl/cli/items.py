"""The items of consent of one project: its servers and its skills, with what the store says."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from skillctl.cli.surroundings import Surroundings
from skillctl.consent.changes import changes
from skillctl.consent.item import Item, Place, place_of, workspace_fingerprint
from skillctl.consent.store import Record, Store, load_store
from skillctl.errors import SkillctlError
from skillctl.nearest import did_you_mean
from skillctl.servers.model import ServerConfig, Servers
from skillctl.settings import Settings
from skillctl.skills.model import Skill
from skillctl.worktree import Workspace, open_workspace


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """One item with what stands behind it: a server of the repository, or a skill."""

    item: Item
    status: str = "missing"
    record: Record | None = None
    config: ServerConfig | None = None
    skill: Skill | None = None

    @property
    def title(self) -> str:
        """The item as every line names it."""
        return f"{self.item.kind} {self.item.name} {self.item.source}"

    def is_meant_by(self, note: str) -> bool:
        """Whether a note is about this item: it begins with the server, or the skill's path."""
        if self.skill is None:
            return note.startswith(f'server "{self.item.name}": ')
        folder = self.skill.shown.removesuffix("/SKILL.md")
        return note.startswith((f"{folder}:", f"{folder}/"))

    @property
    def changes(self) -> tuple[str, ...]:
        """What changed since the user decided."""
        return changes(self.record, self.item) if self.record else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Items:
    """All items of a project in the order of the workspace fingerprint, and notes for the user.

    `whole` is False if a file of servers could not be read, so that there may be more of them.
    """

    subjects: tuple[Subject, ...]
    workspace: Workspace
    place: Place
    store: Store
    notes: tuple[str, ...] = ()
    whole: bool = True

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the workspace; empty if an item has none, or may be missing."""
        return workspace_fingerprint(s.item for s in self.subjects) if self.whole else ""

    def notes_about(self, meant: Sequence[Subject]) -> tuple[str, ...]:
        """The notes about some items, and about the store that keeps what is decided of them."""
        kept = (*self.store.problems, self.store.ignored(self.place))
        return tuple(n for n in self.notes if n in kept or any(s.is_meant_by(n) for s in meant))

    def pick(self, name: str, kind: str | None = None, source: str | None = None) -> Subject:
        """The one item that is meant; SkillctlError if there is none, or more than one."""
        named = [s for s in self.subjects if s.item.name == name]
        meant = [
            s for s in named if kind in (None, s.item.kind) and source in (None, s.item.source)
        ]
        if len(meant) == 1:
            return meant[0]
        if meant:
            titles = "; ".join(s.title for s in meant)
            hint = "say which by --kind or --source"
            raise SkillctlError(f'"{name}" is more than one item: {titles}', hint=hint)
        if named:
            titles = "; ".join(s.title for s in named)
            raise SkillctlError(f'no such item; of the name "{name}" there is: {titles}')
        raise unknown(name, [s.item.name for s in self.subjects])


def unknown(name: str, known: Sequence[str]) -> SkillctlError:
    """No item, or no record, has this name."""
    hint = did_you_mean(name, known, "see: skillctl consent status", most=3)
    return SkillctlError(f'no server or skill of the repository is named "{name}"', hint=hint)


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Where the command line says to look, instead of or besides the usual places."""

    project: Path | None = None
    preset: str | None = None
    skills: tuple[Path, ...] = ()
    mcp_configs: tuple[Path, ...] = ()


def gather_items(here: Surroundings, places: Places) -> Items:
    """Find, read and fingerprint all of the repository that wants consent; nothing is started.

    Only git is asked, for what a commit can change.
    """
    from skillctl.settings_file import load_settings
    from skillctl.skills.project import find_project

    found = find_project(here.cwd, here.home, places.project)
    loaded = load_settings(found.scope, here.config_dir, preset=places.preset)
    workspace = Workspace(found.root, found.root, found.root)
    if found.scope:
        workspace = open_workspace(found.scope, here.environment)
    store, place = load_store(here.config_dir), place_of(workspace)
    servers = _load(here, found.scope, places)
    subjects, said = _servers(servers, workspace), servers.findings
    if found.scope:
        own, more = _skills(here, workspace, places, loaded.settings)
        subjects, said = subjects + own, (*said, *more)
    subjects.sort(key=lambda s: (s.item.kind, s.item.source, s.item.name))
    notes = (found.note, *store.problems, store.ignored(place), *loaded.ignored, *said)
    return Items(
        subjects=tuple(_asked(subject, store, place) for subject in subjects),
        workspace=workspace,
        place=place,
        store=store,
        notes=tuple(note for note in notes if note),
        whole=len(servers.broken) == servers.broken_user_file,
    )


def _asked(subject: Subject, store: Store, place: Place) -> Subject:
    """A subject with what the store says of it."""
    item = subject.item
    return replace(subject, status=store.status(item, place), record=store.record(item, place))


def _load(here: Surroundings, project: Path | None, places: Places) -> Servers:
    from skillctl.servers.load import load_servers

    named = [here.cwd / path for path in places.mcp_configs]
    return load_servers(project, here.config_dir, here.environment, mcp_configs=named)


def _servers(servers: Servers, workspace: Workspace) -> list[Subject]:
    """The servers of the repository, shadowed ones included."""
    from skillctl.servers.fingerprint import server_item
    from skillctl.servers.standing import needs_consent

    own = [config for config in servers.configs if needs_consent(config)]
    return [Subject(item=server_item(config, workspace), config=config) for config in own]


def _skills(
    here: Surroundings, workspace: Workspace, places: Places, settings: Settings
) -> tuple[list[Subject], tuple[str, ...]]:
    """The valid skills of the repository, and what is wrong with the others."""
    from skillctl.skills.discover import discover
    from skillctl.skills.fingerprint import CONSENT_SCOPES, pin_skill

    extra = [here.cwd / path for path in places.skills]
    found = discover(workspace.root, here.home, here.data_dir, settings, extra)
    subjects = []
    for one in found.items:
        if one.skill and one.scope in CONSENT_SCOPES:
            pinned = pin_skill(one.skill, workspace)
            subjects.append(Subject(item=pinned.item, skill=pinned.skill))
    invalid = (f"invalid skill: {one.reason}" for one in found.items if one.skill is None)
    return subjects, (*found.notes, *invalid)
