"""Whatever stands in a file of servers: findings inside it, never a crash."""

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from skillctl.findings import Case
from skillctl.rules.config.check import check_text
from skillctl.rules.engine import Checker, Terms
from skillctl.rules.find.found import Target
from skillctl.rules.find.paths import LintFolders
from skillctl.rules.selection import Selection
from skillctl.servers.hosts.table import HOSTS
from tests.conftest import GOLDEN

TERMS = Terms(selection=Selection(), places=LintFolders(Path("/w")))
FILES = [
    (path.relative_to(side), path.read_bytes())
    for side in sorted((GOLDEN / "host").glob("*/*"))
    for path in sorted(side.rglob("*"))
    if path.is_file()
]
NAMES = sorted(name.replace("*", "x") for host in HOSTS for name in host.files)
PIECES = st.sampled_from(
    [
        *(b"{", b"}", b"[", b"]", b",", b":", b'"', b"'", b"//", b"/*", b"*/", b"=", b"\n", b"\r"),
        *(b"\\ud800", b"null", b"NaN", b"1e999", b"\0", b"\xff", b"\xef\xbb\xbf", b'"a":1,"a":2,'),
        *(
            b'"mcpServers":',
            b'"servers":',
            b"[mcp.servers.a]\n",
            b'"plugins":[',
            b"${",
            b"\xc3\xa9",
        ),
    ]
)


def check(name, data):
    checker = Checker(TERMS)
    result = check_text(checker, Target(f"/w/{name}", str(name)), data)
    assert checker.crashes == []
    for finding in result.findings if isinstance(result, Case) else ():
        places = (finding.location, *(other.location for other in finding.related))
        for place in places:
            if place.start:
                assert 0 <= place.start.offset <= place.end.offset <= len(data)
        for edit in finding.fix.edits if finding.fix else ():
            assert 0 <= edit.start <= edit.end <= len(data)


@settings(max_examples=200)
@given(st.sampled_from(FILES), st.lists(st.tuples(st.floats(0, 1), PIECES), max_size=5))
def test_a_file_with_pieces_put_into_it(file, pieces):
    name, data = file
    for where, piece in pieces:
        at = int(where * len(data))
        data = data[:at] + piece + data[at:]
    check(name, data)


@settings(max_examples=200)
@given(st.sampled_from(NAMES), st.lists(PIECES, max_size=12).map(b"".join) | st.binary())
def test_any_bytes(name, data):
    check(name, data)


@settings(max_examples=100)
@given(st.sampled_from(NAMES), st.sampled_from(FILES), st.floats(0, 1))
def test_a_cut_file_under_any_name(name, file, where):
    data = file[1]
    check(name, data[: int(where * len(data))])
