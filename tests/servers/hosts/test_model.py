from skillctl.servers.hosts.model import HTTP, SSE, STDIO, WS, Host, Text


def test_a_host_has_one_word_for_each_transport_it_knows():
    host = Host(name="x", types={"streamable-http": HTTP, "http": HTTP, "stdio": STDIO})
    assert host.word_for(HTTP) == "streamable-http"
    assert host.word_for(STDIO) == "stdio"
    assert (host.word_for(SSE), host.word_for(WS)) == (None, None)


def test_only_one_language_allows_comments():
    assert [text for text in Text if Host(name="x", text=text).comments] == [Text.JSONC]


def test_a_file_is_read_by_the_host_of_its_entry_unless_others_are_named():
    assert Host(name="x").read_by == ("x",)
    assert Host(name="x", readers=("y", "z")).read_by == ("y", "z")
