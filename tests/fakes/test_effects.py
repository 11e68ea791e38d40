from skillctl.fakes.effects import Stderr, stderr_line


def test_a_line_on_stderr_is_utf8_whatever_the_text():
    assert stderr_line("ä\ud800", "x") == Stderr("ä\\ud800\n".encode(), "x")
