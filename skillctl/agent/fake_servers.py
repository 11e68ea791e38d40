"""Fakes that the command line names, as servers of the user that run in this process."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

from skillctl.errors import Location, SkillctlError
from skillctl.fakes.model import FakeFile, Server
from skillctl.files import open_file
from skillctl.mcp.agreed import Start
from skillctl.mcp.wire import Wire
from skillctl.servers.model import ServerConfig, Servers, said_by
from skillctl.shuffle import AS_THEY_COME, Shuffle
from skillctl.skills.generated import FAKES

_DIGITS = 12


@dataclass(frozen=True, slots=True)
class FakeServers:
    """The files by the name of their server."""

    files: Mapping[str, FakeFile] = field(default_factory=dict)

    def folder(self, data_dir: Path) -> Path:
        """Where their skills are written: a folder for the content of these files alone."""
        contents = sorted(sha256(_content(file.path)).digest() for file in self.files.values())
        return data_dir / FAKES / sha256(b"".join(contents)).hexdigest()[:_DIGITS]

    def beside(self, servers: Servers) -> Servers:
        """All servers; one that is configured under the name of a fake gives way to it."""
        own = [_config(name, file) for name, file in self.files.items()]
        given_way = [c for c in servers.configs if c.name in self.files]
        others = [
            replace(c, shadowed_by=self.files[c.name].path) if c in given_way else c
            for c in servers.configs
        ]
        notes = (_gives_way(c, self.files[c.name]) for c in given_way if c.shadowed_by is None)
        return replace(
            servers,
            configs=tuple(sorted([*own, *others], key=lambda config: config.name)),
            findings=(*servers.findings, *notes),
        )

    def start_else(self, start: Start) -> Start:
        """A start that runs a fake where one is meant, and anything else as `start` does."""

        def started(config: ServerConfig) -> Wire:
            file = self.files.get(config.name)
            if file is None:
                return start(config)
            from skillctl.fakes.pipe import Pipe  # noqa: PLC0415 # most runs have no fake

            return Pipe(file)

        return started


def read_fakes(paths: Sequence[Path], starts: Shuffle = AS_THEY_COME) -> FakeServers:
    """Read the files; SkillctlError where one is missing, wrong, or two have one name.

    Where starts are shuffled, a fake that shuffles its list does so in another way.
    """
    if not paths:
        return FakeServers()
    from skillctl.fakes.file import load_fake  # noqa: PLC0415 # only who names a fake needs TOML

    files: dict[str, FakeFile] = {}
    for path in _each_once(paths):
        file = _reseeded(load_fake(path, str(path)), starts)
        name = _name(file, path)
        if name in files:
            raise SkillctlError(
                f'two fakes have the name "{name}": {files[name].path} and {path}',
                hint="give one of them another name in its [server]",
                location=Location(str(path)),
            )
        files[name] = file
    return FakeServers(files)


def _each_once(paths: Iterable[Path]) -> Iterable[Path]:
    return dict.fromkeys(paths)


def _content(path: str) -> bytes:
    """What is in a file; of one that cannot be read twice, its path."""
    try:
        with open_file(path) as file:
            return file.read()
    except OSError:
        return path.encode("utf-8", "surrogateescape")


def _reseeded(file: FakeFile, starts: Shuffle) -> FakeFile:
    """As a server is that shuffles anew at each start."""
    if starts.seed is None:
        return file
    return replace(file, server=replace(file.server, seed=file.server.seed + starts.seed))


def _name(file: FakeFile, path: Path) -> str:
    """The name that a file gives its server, as scenarios have it; else that of the file."""
    return path.stem if file.server.name == Server().name else file.server.name


def _config(name: str, file: FakeFile) -> ServerConfig:
    return ServerConfig(
        name=name, scope="user", source=file.path, location=Location(file.path), entry={}
    )


def _gives_way(config: ServerConfig, file: FakeFile) -> str:
    return f"{said_by(config.name)}the fake {file.path} takes the place of {config.location}"
