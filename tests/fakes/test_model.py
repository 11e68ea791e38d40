from skillctl.fakes.model import Moment, Server
from tests.fakes.lockstep import fake_file


def test_a_moment_reads_as_it_is_written():
    assert str(Moment("tools/call", 2)) == "tools/call#2"


def test_a_server_agrees_to_the_four_versions_of_the_handshake():
    assert Server().protocol == ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")


def test_another_era_and_number_lie_over_the_file():
    file = fake_file("[server]\nname = 'x'\nera = 'both'\nseed = 3")
    assert file.changed(None, None) == file
    server = file.changed("modern", 0).server
    assert (server.name, server.era, server.seed) == ("x", "modern", 0)
