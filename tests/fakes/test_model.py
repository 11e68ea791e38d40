from skillctl.fakes.model import Moment, Server


def test_a_moment_reads_as_it_is_written():
    assert str(Moment("tools/call", 2)) == "tools/call#2"


def test_a_server_agrees_to_the_four_versions_of_the_handshake():
    assert Server().protocol == ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
