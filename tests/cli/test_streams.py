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
    "import sys\nfrom skillctl.cli.streams import use_patient_stdout\nuse_patient_stdout()\n"
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
        "import sys\nfrom skillctl.cli.streams import use_patient_stdout\nuse_patient_stdout()\n"
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
