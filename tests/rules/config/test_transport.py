import pytest

from skillctl.findings import Severity
from skillctl.rules.config.transport import plain_http, sse, transport_type, url
from tests.rules.checks import found, server

WORDS = "write one of the types that claude-code knows: stdio, http, sse, ws"


@pytest.mark.parametrize("word", ["stdio", "http", "sse", "ws"])
def test_words_of_the_host_are_known(word):
    assert found(transport_type, server({"type": word})) == []


@pytest.mark.parametrize(
    ("word", "what", "severity", "fixed"),
    [
        ("htttp", ', which no host knows; did you mean "http"?', None, '"http"'),
        ("telnet", ", which no host knows", None, None),
        ("streamable-http", ", a word of another host", Severity.WARNING, '"http"'),
        ("streamableHttp", ", a word of another host", Severity.WARNING, '"http"'),
        ("remote", ", a word of another host", Severity.WARNING, '"http"'),
        ("local", ", a word of another host", Severity.WARNING, '"stdio"'),
        ("websocket", ", a word of another host", Severity.WARNING, '"ws"'),
        ("HTTP", ", a word of another host", Severity.WARNING, '"http"'),
    ],
)
def test_other_words(word, what, severity, fixed):
    document = server({"type": word, "url": "https://a.example"})
    assert found(transport_type, document) == [
        (f'"{word}"', f'server "srv" has the type "{word}"{what}')
    ]
    (violation,) = transport_type.check(document)
    assert violation.severity is severity
    replaced = violation.repair.replacements[0].text if violation.repair else None
    assert replaced == fixed


def test_a_host_without_words_for_types_is_not_judged():
    assert found(transport_type, server({"type": "x"}, "mcp_config.json")) == []
    assert found(transport_type, server({"type": 3})) == found(transport_type, server({})) == []


def test_a_generic_file_takes_every_spelling():
    assert found(transport_type, server({"type": "streamableHttp"}, "mcp.json")) == []
    assert len(found(transport_type, server({"type": "telnet"}, "mcp.json"))) == 1


@pytest.mark.parametrize(("word", "count"), [("sse", 1), ("SSE", 1), ("http", 0), ("stdio", 0)])
def test_server_sent_events_are_deprecated(word, count):
    assert len(found(sse, server({"type": word, "url": "https://a.example/sse"}))) == count


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("https://a.example/mcp", None),
        ("HTTPS://a.example", None),
        ("wss://a.example", None),
        ("http://[::1]:3000/mcp", None),
        ("${URL}", None),
        ("${URL:-http://localhost:1}/mcp", None),
        ("https://${HOST}:${PORT}/mcp", None),
        ("https://{env:HOST}/mcp", None),
        ("", "is empty"),
        (" ", "is empty"),
        ("https://a.example/a b", "holds blanks"),
        (" https://a.example", "holds blanks"),
        ("a.example/mcp", "is no absolute address: it does not begin with https:// or http://"),
        ("localhost:3000", "is no absolute address: it does not begin with https:// or http://"),
        (
            "variables.example/mcp",
            "is no absolute address: it does not begin with https:// or http://",
        ),
        ("/mcp", "is no absolute address: it does not begin with https:// or http://"),
        ("ftp://a.example", 'has the scheme "ftp", which no client of this file knows'),
        ("unix:///run/a.sock", 'has the scheme "unix", which no client of this file knows'),
        ("https://", "names no host"),
        ("https:///mcp", "names no host"),
        ("https://a.example:port/", "is no address: its host cannot be read"),
        ("https://[::1/", "is no address: its host cannot be read"),
    ],
)
def test_addresses(text, what):
    messages = [m for _, m in found(url, server({"type": "http", "url": text}))]
    assert messages == ([] if what is None else [f'"url" of server "srv" {what}'])


def test_what_a_host_has_beside_the_web():
    entry = {"type": "http", "url": "unix:///run/a.sock"}
    document = server(entry, ".vscode/mcp.json", root="servers")
    assert found(url, document) == []
    assert len(found(url, server({"url": "wss://a.example"}, ".roo/mcp.json"))) == 1


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("https://a.example", None),
        ("http://localhost:3000", None),
        ("http://api.localhost", None),
        ("http://127.1.2.3/", None),
        ("http://[::1]:1/", None),
        ("http://${HOST}/", None),
        ("https://${USER}:${PASS}@a.example", None),
        ("http://a.example", "is not encrypted"),
        ("ws://a.example", "is not encrypted"),
        ("http://10.0.0.1/", "is not encrypted"),
        ("http://0.0.0.0:1/", "is 0.0.0.0, any address"),
        ("https://ada@a.example", "holds a name or password before the @"),
        ("https://ada:secret@a.example", "holds a name or password before the @"),
        ("https://${USER}:secret@a.example", "holds a name or password before the @"),
        ("http://[", None),
        ("nothing", None),
    ],
)
def test_what_others_can_read(text, what):
    document = server({"type": "http", "url": text})
    (violation, *more) = [*plain_http.check(document), None]
    assert bool(violation) == (what is not None)
    if violation:
        assert more == [None]
        assert violation.values["what"] == what
        assert violation.security is ("@" in what)


def test_what_follows_from_any_address_is_said():
    (violation,) = plain_http.check(server({"type": "http", "url": "http://0.0.0.0:1/"}))
    assert violation.consequence.startswith("what answers there is another on each machine")
    assert violation.values["mend"] == "write 127.0.0.1 for a server on this machine"


def test_a_word_that_another_host_knows_is_called_so():
    for name, root, word, fixed in (
        (".vscode/mcp.json", "servers", "ws", None),
        (".roo/mcp.json", "mcpServers", "http", '"streamable-http"'),
    ):
        document = server({"type": word, "url": "wss://a.example"}, name, root=root)
        (violation,) = transport_type.check(document)
        assert violation.values["what"] == ", a word of another host"
        assert violation.severity is Severity.WARNING
        repair = violation.repair
        assert (repair.replacements[0].text if repair else None) == fixed


def test_of_a_url_that_a_host_does_not_reach_its_type_is_not_told_too():
    name = "claude_desktop_config.json"
    assert found(transport_type, server({"type": "http", "url": "x"}, name)) == []
    assert len(found(transport_type, server({"type": "telnet", "command": "x"}, name))) == 1
