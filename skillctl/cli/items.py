"""The items of consent of one project: its servers and its skills, with what the store says."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from skillctl.cli.located import locate
from skillctl.cli.surroundings import Surroundings
from skillctl.consent.changes import changes
from skillctl.consent.item import Item, grant_command, shared_names, workspace_fingerprint
from skillctl.consent.opened import Consent, open_consent
from skillctl.consent.store import Record
from skillctl.errors import SkillctlError
from skillctl.nearest import did_you_mean
from skillctl.policy.text import row
from skillctl.servers.model import ServerConfig, Servers, said_by
from skillctl.skills.model import Candidate, Skill

_WHICH = "say which by --source, or by --kind"


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """One item with what stands behind it: a server of the repository, or a skill.

    It `waits` if nothing but consent keeps it from being used; if it is `shadowed`, in words by
    what, it cannot be used as long as that one can.
    """

    item: Item
    status: str
    record: Record | None = None
    waits: bool = False
    shadowed: str = ""
    config: ServerConfig | None = None
    skill: Skill | None = None

    @property
    def title(self) -> str:
        """The item as every line names it."""
        return row(f"{self.item.kind} {self.item.name} {self.item.source}")

    def is_meant_by(self, note: str) -> bool:
        """Whether a note is about this item: it begins with the server, or the skill's path."""
        if self.skill is None:
            return note.startswith(said_by(self.item.name))
        folder = self.skill.shown.removesuffix("/SKILL.md")
        return note.startswith((f"{folder}:", f"{folder}/"))

    @property
    def changes(self) -> tuple[str, ...]:
        """What changed since the user decided."""
        return changes(self.record, self.item) if self.record else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Items:
    """All items of a project in the order of the workspace fingerprint, and notes for the user.

    `whole` is False if a file of servers could not be read, so that there may be more of them;
    `search_path` is the PATH of the user.
    """

    subjects: tuple[Subject, ...]
    consent: Consent
    search_path: str = ""
    notes: tuple[str, ...] = ()
    whole: bool = True

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the workspace; empty if an item has none, or may be missing."""
        return workspace_fingerprint(s.item for s in self.subjects) if self.whole else ""

    def notes_about(self, meant: Sequence[Subject]) -> tuple[str, ...]:
        """The notes about some items, and about the store that keeps what is decided of them."""
        kept = self.consent.notes
        return tuple(n for n in self.notes if n in kept or any(s.is_meant_by(n) for s in meant))

    def grant_commands(self, meant: Sequence[Subject]) -> str:
        """What grants these items as it is typed: one command, but one more for a shared name."""
        shared = shared_names(s.item.name for s in self.subjects)
        alone = dict.fromkeys(s.item.name for s in meant if s.item.name not in shared)
        own = (s.item for s in meant if s.item.name in shared)
        commands = [grant_command(*alone)] if alone else []
        commands += (grant_command(item.name, source=item.source) for item in own)
        return "; ".join(commands)

    def pick(
        self,
        name: str,
        kind: str | None = None,
        source: str | None = None,
        exact: str | None = None,
    ) -> Subject:
        """The one item that is meant; SkillctlError if there is none, or more than one.

        Among several the `exact` fingerprint says which.
        """
        names = as_shown(name, (s.item.name for s in self.subjects))
        named = [s for s in self.subjects if s.item.name in names]
        sources = as_shown(source or "", (s.item.source for s in named))
        meant = [
            s
            for s in named
            if kind in (None, s.item.kind) and (source is None or s.item.source in sources)
        ]
        if len(meant) > 1:
            meant = [s for s in meant if exact and s.item.fingerprint == exact] or meant
        if len(meant) == 1:
            return meant[0]
        if meant:
            titles = "; ".join(s.title for s in meant)
            raise SkillctlError(f'"{row(name)}" is more than one item: {titles}', hint=_WHICH)
        if named:
            titles = "; ".join(s.title for s in named)
            raise SkillctlError(f'no such item; of the name "{name}" there is: {titles}')
        raise unknown(name, [s.item.name for s in self.subjects])


def as_shown(word: str, names: Iterable[str]) -> frozenset[str]:
    r"""The names that a word means: that very name, or those that are shown as it (`\u{3164}`)."""
    known = frozenset(names)
    return known & {word} or frozenset(name for name in known if row(name) == word)


def unknown(name: str, known: Sequence[str]) -> SkillctlError:
    """No item, or no record, has this name."""
    hint = did_you_mean(name, map(row, known), "see: skillctl consent status", most=3)
    return SkillctlError(f'no server or skill of the repository is named "{row(name)}"', hint=hint)


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Where the command line says to look, instead of or besides the usual places."""

    project: Path | None = None
    preset: str | None = None
    skills: tuple[Path, ...] = ()
    mcp_configs: tuple[Path, ...] = ()
    allow_list: Path | None = None


def gather_items(here: Surroundings, places: Places, *, lazily: bool = False) -> Items:
    """Find, read and fingerprint all of the repository that wants consent; nothing is started.

    Only git is asked, for what a commit can change; `lazily`, only if there is an item, and then
    what the user disabled does not wait.
    """
    from skillctl.servers.standing import servers_need_consent
    from skillctl.skills.discover import discover
    from skillctl.skills.gather import skill_items, skills_need_consent
    from skillctl.skills.preferences import ALL_ENABLED, load_preferences, preferences_path

    found = locate(here, places.project, places.preset)
    servers = _load(here, found.scope, places)
    extra = [here.cwd / path for path in places.skills]
    skills = discover(
        *(found.scope, here.home, here.data_dir, found.settings, extra),
        virtual_env=here.virtual_env,
    )
    wanted = skills_need_consent(skills) or servers_need_consent(servers)
    consent = open_consent(
        *(found.root, here.config_dir, here.environment, here.allow_list(places.allow_list)),
        needed=found.scope is not None and (wanted or not lazily),
    )
    chosen = preferences_path(found.settings.skills, here.home, here.config_dir)
    enabled = load_preferences(chosen) if lazily else ALL_ENABLED
    pairs, said = skill_items(skills, consent, found.settings, enabled)
    own = [_skill(item, candidate, consent) for item, candidate in pairs]
    subjects = [*_servers(servers, consent), *own]
    subjects.sort(key=lambda s: (s.item.kind, s.item.source, s.item.name))
    return Items(
        subjects=tuple(subjects),
        consent=consent,
        search_path=here.environment.get("PATH", ""),
        notes=(*found.notes, *consent.notes, *servers.findings, *said),
        whole=len(servers.broken) == servers.broken_user_file,
    )


def _load(here: Surroundings, project: Path | None, places: Places) -> Servers:
    from skillctl.servers.load import load_servers

    named = [here.cwd / path for path in places.mcp_configs]
    return load_servers(project, here.config_dir, here.environment, mcp_configs=named)


def _servers(servers: Servers, consent: Consent) -> list[Subject]:
    """The servers of the repository, shadowed ones included."""
    from skillctl.servers.standing import stand

    return [
        Subject(
            item=s.item,
            status=s.consent,
            record=consent.record(s.item),
            waits=s.state == "pending" and not s.item.problem,
            shadowed=s.reason if s.state == "shadowed" else "",
            config=s.config,
        )
        for s in stand(servers, consent)
        if s.item
    ]


def _skill(item: Item, candidate: Candidate, consent: Consent) -> Subject:
    """A valid skill of the repository."""
    return Subject(
        item=item,
        status=consent.status(item),
        record=consent.record(item),
        waits=candidate.status in ("pending", "changed"),
        shadowed=candidate.reason if candidate.status == "shadowed" else "",
        skill=candidate.skill,
    )
