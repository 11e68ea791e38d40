from skillctl.agent.in_turn import in_pages, scan_in_turn
from skillctl.errors import Location
from skillctl.fakes.build import build
from skillctl.fakes.pipe import Pipe
from skillctl.mcp.manager import Manager
from skillctl.mcp.repaged import Repaged
from skillctl.servers.model import ServerConfig
from skillctl.shuffle import AS_THEY_COME, Orders, Shuffle
from skillctl.source.file import SourceFile
from skillctl.source.toml_text import parse_toml
from tests.agent.projects import FAKE

SOURCE = SourceFile("weather.toml", FAKE.encode(), FAKE)
FILE = build(SOURCE, parse_toml(SOURCE)[0])


def pipe(_):
    return Pipe(FILE)


def config(name):
    return ServerConfig(name=name, scope="user", source="x", location=Location("x"), entry={})


def test_servers_start_in_turn():
    for shuffle in (AS_THEY_COME, Shuffle(3)):
        started = []

        def start(config, started=started):
            started.append(config.name)
            return pipe(config)

        with Manager([config(name) for name in "abcd"], start) as manager:
            scan_in_turn(manager, shuffle)
            assert {status.state for status in manager.statuses().values()} == {"ready"}
        assert sorted(started) == ["a", "b", "c", "d"]
        assert shuffle == AS_THEY_COME or started == shuffle.of("abcd")


def test_pages_are_cut_only_if_that_is_asked_for():
    assert in_pages(pipe, Orders()) is pipe
    assert isinstance(in_pages(pipe, Orders(pages=Shuffle(1)))(config("a")), Repaged)
