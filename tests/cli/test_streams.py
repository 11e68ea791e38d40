import os
import subprocess
import sys

import pytest

from skillctl.cli.streams import PatientFile


def start(code, **options):
    return subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options
    )


MANY_LINES = (
    "import sys\nfrom skillctl.cli.streams import use_patient_streams\nuse_patient_streams()\n"
    "for _ in range(99999): sys.stdout.write('a line\\n')\nsys.stdout.flush()\nsys.exit(7)"
)


def test_a_reader_that_leaves_changes_nothing_but_the_output():
    with start(MANY_LINES) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(20) == 7


def test_a_reader_that_stays_gets_everything():
    with start(MANY_LINES) as process:
        assert process.stdout.read() == b"a line\n" * 99_999
        assert process.wait(20) == 7


@pytest.mark.parametrize("locale", ["C", "POSIX"])
def test_text_is_utf_8_under_any_locale(locale):
    code = (
        "import sys\nfrom skillctl.cli.streams import use_patient_streams\nuse_patient_streams()\n"
        "print(chr(0x5929) + chr(0x6c14))"
    )
    environment = {"LC_ALL": locale, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    with start(code, env=environment) as process:
        assert process.stdout.read().decode() == chr(0x5929) + chr(0x6C14) + "\n"


def test_a_broken_pipe_is_a_write_like_any_other():
    read, write = os.pipe()
    os.close(read)
    with PatientFile(write, "w") as file:
        assert file.write(b"abc") == 3
        assert file.write(b"defg") == 4


def test_the_findings_decide_the_exit_code_even_if_nobody_reads(tree):
    files = {f"s{i}/SKILL.md": "no front matter\n" for i in range(300)}
    folder = tree(files)
    command = [sys.executable, "-m", "skillctl", "lint", "--isolated", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(20) == 1


FAKE = 'schema = "skillctl.fake/1"\n'


def under(shell, *words, folder):
    """Run skillctl with its standard streams as a shell makes them."""
    command = f'exec "$0" -m skillctl "$@" {shell}'
    return subprocess.run(
        ["/bin/sh", "-c", command, sys.executable, *words],
        capture_output=True,
        cwd=folder,
        timeout=60,
        check=False,
        env={**os.environ, "HOME": str(folder / "home")},
    )


@pytest.mark.parametrize(
    ("shell", "why"), [(">/dev/full", b"No space left on device"), (">&-", b"Bad file descriptor")]
)
@pytest.mark.parametrize(
    "words", [("--version",), ("--help",), ("rules",), ("fake", "check", "f.toml")]
)
def test_a_stdout_that_takes_nothing_is_an_error_in_words(tmp_path, shell, why, words):
    (tmp_path / "f.toml").write_text(FAKE)
    done = under(shell, *words, folder=tmp_path)
    assert done.stderr.startswith(b"error: stdout cannot be written: " + why + b"\n  hint: ")
    assert done.stderr.count(b"\n") == 2
    assert done.returncode == 2


@pytest.mark.parametrize("shell", ["2>&-", "2>/dev/full"])
@pytest.mark.parametrize(
    ("words", "code"),
    [(("rules",), 0), (("lint", "nothing"), 2), (("fake", "serve", "f.toml"), 0), (("zzz",), 2)],
)
def test_a_stderr_that_takes_nothing_changes_no_exit_code(tmp_path, shell, words, code):
    (tmp_path / "f.toml").write_text(FAKE)
    done = under(f"{shell} </dev/null", *words, folder=tmp_path)
    assert done.returncode == code


def test_a_closed_stdin_is_an_empty_one(tmp_path):
    (tmp_path / "f.toml").write_text(FAKE)
    done = under("<&-", "run", folder=tmp_path)
    assert done.stderr.startswith(b"error: there is no task\n")
    assert done.returncode == 2
    assert under("<&-", "fake", "serve", "f.toml", folder=tmp_path).returncode == 0


def test_with_every_stream_closed_the_exit_code_is_all_there_is(tmp_path):
    assert under("<&- >&- 2>&-", "rules", folder=tmp_path).returncode == 2
    assert under("<&- >&- 2>&-", "lint", "nothing", folder=tmp_path).returncode == 2
