from skillctl.findings import Severity
from skillctl.rules.config.server_rule import server_rule, wrong
from skillctl.rules.rule import Span
from tests.rules.checks import config, found, server

TEXT = '{"mcpServers": {"a": {"cwd": "x"}, "b": 1, "c/d": {"cwd": "y", "env": {}}}}'


@server_rule(
    "MC999",
    "no-cwd",
    Severity.NOTE,
    message='"{field}" of server "{server}" is {value}',
    consequence="c",
    advice="a",
)
def no_cwd(server, config):
    """A server has no `cwd`.

    Why it has none.
    """
    entry = server.node.entry("cwd")
    if entry and config.root:
        yield wrong(server, entry, value=entry.value.value)


def test_each_server_that_is_an_object_is_checked():
    assert found(no_cwd, config(TEXT)) == [
        ('"cwd"', '"cwd" of server "a" is x'),
        ('"cwd"', '"cwd" of server "c/d" is y'),
    ]


def test_the_declaration_and_the_page_are_those_of_the_check():
    assert (no_cwd.code, no_cwd.name, no_cwd.severity) == ("MC999", "no-cwd", Severity.NOTE)
    assert no_cwd.docs == ("A server has no `cwd`.", "Why it has none.")


def test_a_violation_knows_its_server_and_its_field():
    document = config(TEXT)
    server = document.all_servers[2]
    entry = server.node.entry("env")
    assert (wrong(server).field, wrong(server).subject) == ("/mcpServers/c~1d", "c/d")
    assert wrong(server, entry).field == "/mcpServers/c~1d/env"
    assert wrong(server, entry).span == Span(entry.start, entry.end)


def test_it_points_at_a_part_if_one_is_given():
    server = config(TEXT).all_servers[2]
    entry = server.node.entry("env")
    assert wrong(server, entry, entry.value).span == Span(entry.value.start, entry.value.end)
    assert wrong(server, part=Span(1, 2)).span == Span(1, 2)
    assert wrong(server).span == Span(server.start, server.end)


def test_the_pointer_leads_to_the_part_of_the_field():
    document = server({"command": "a", "args": ["b", "c"], "env": {"X": "d", "Y": ["e"]}})
    (one,) = document.servers
    args, env = one.node.entry("args"), one.node.entry("env")
    inner = env.value.entries[1]
    fields = [
        wrong(one, *place).field
        for place in (
            (),
            (args,),
            (args, args.value),
            (args, args.value.items[1]),
            (env, Span(env.start, env.end)),
            (env, Span(inner.start, inner.end)),
            (env, inner.value.items[0]),
        )
    ]
    assert [field.removeprefix("/mcpServers/srv") for field in fields] == [
        *("", "/args", "/args", "/args/1", "/env", "/env/Y", "/env/Y/0"),
    ]
