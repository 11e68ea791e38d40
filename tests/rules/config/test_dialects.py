import pytest

from skillctl.errors import Location, Position
from skillctl.findings import Finding, Severity
from skillctl.rules.config.dialects import hosts_of, strictest
from skillctl.rules.find.found import Target
from skillctl.servers.hosts.model import Kind

E, W = Severity.ERROR, Severity.WARNING


@pytest.mark.parametrize(
    ("path", "host", "targets", "names"),
    [
        (".mcp.json", "", ("any",), ["claude-code"]),
        ("any.json", "", ("any",), ["generic"]),
        ("any.json", "", ("cursor", "roo"), ["cursor", "roo"]),
        (".mcp.json", "", ("codex",), []),
        (".mcp.json", "vscode", ("any",), ["vscode"]),
        (".mcp.json", "vscode", ("claude-code",), []),
        (".mcp.json", "vscode", ("spec",), ["vscode"]),
        ("conf/a.json", "claude-plugin", ("any",), ["claude-plugin"]),
        ("conf/a.json", "claude-plugin", ("claude-code",), ["claude-plugin"]),
        ("conf/a.json", "claude-plugin", ("codex", "cursor"), []),
    ],
)
def test_who_judges_a_file(path, host, targets, names):
    found = hosts_of(Target(f"/w/{path}", path, host=host), targets)
    assert [one.name for one in found] == names


def test_what_a_manifest_names_is_a_file_of_servers():
    (host,) = hosts_of(Target("/w/a.json", "a.json", host="claude-plugin"), ("any",))
    assert (host.kind, host.dedicated, host.references) == (Kind.CONFIG, True, False)


def finding(code, offset, severity, field=None):
    start, end = Position(1, offset + 1, offset), Position(1, offset + 2, offset + 1)
    return Finding(
        code=code,
        name="n",
        severity=severity,
        message="m",
        consequence="c",
        location=Location("x", start, end),
        kind="config",
        field=field,
    )


def test_what_two_hosts_find_is_told_once_at_its_gravest():
    one = [finding("MC103", 1, W), finding("MC104", 2, W, "/a")]
    other = [finding("MC103", 1, E), finding("MC104", 2, W, "/b")]
    assert strictest([one, other]) == [other[0], one[1], other[1]]
    assert strictest([other, one]) == [other[0], other[1], one[1]]
    assert strictest([[one[0], one[0]]]) == [one[0], one[0]]
