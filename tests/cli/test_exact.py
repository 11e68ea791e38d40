"""What is printed on stdout, exactly."""

import io
import sys

import pytest

from skillctl.cli.exact import put


class Screen(io.TextIOWrapper):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("kind", "text", "shown"),
    [
        (io.TextIOWrapper, "a\x1b[2J\u200b", b"a\x1b[2J\xe2\x80\x8b"),
        (io.TextIOWrapper, "\ud800", b"\xef\xbf\xbd"),
        (Screen, "a\x1b[2J\u200b", rb"a\x1b[2J\u{200B}" + b"\n"),
        (Screen, "a\n", b"a\n"),
    ],
)
def test_a_pipe_gets_the_bytes_and_a_terminal_what_is_safe(monkeypatch, kind, text, shown):
    stream = kind(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", stream)
    put(text)
    assert stream.buffer.getvalue() == shown
