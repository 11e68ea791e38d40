"""One definition of the digest, read from a file or from memory."""

from hashlib import sha256

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from skillctl.skills.digest import digest_data
from skillctl.worktree import digest_file

PIECES = st.sampled_from([b"\r\n", b"\r", b"\n", b"\0", b"text", b"\xff", b"x" * 7999])


def test_line_ends_of_text_do_not_matter_those_of_binary_do():
    assert digest_data(b"a\r\nb\r") == sha256(b"a\nb\r").hexdigest()
    assert digest_data(b"a\0\r\n") == sha256(b"a\0\r\n").hexdigest()
    assert digest_data(b"a" * 8000 + b"\0\r\n") == sha256(b"a" * 8000 + b"\0\n").hexdigest()


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(PIECES, max_size=8).map(b"".join))
def test_it_is_that_of_a_file(tmp_path, data):
    path = tmp_path / "file"
    path.write_bytes(data)
    assert digest_data(data) == digest_file(path)
