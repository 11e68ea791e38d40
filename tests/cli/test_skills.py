"""`skillctl skills` as a whole: nothing foreign breaks its output."""

import json
import os
import shutil
import subprocess
import sys

from tests.cli.skill_files import SKILL, put


def test_case_65_no_raw_escape_reaches_a_terminal(skillctl, project, home, shared):
    shutil.copytree(shared / "cases/65-terminal-escapes/skills", home / ".agents/skills")
    put(home, ".agents/skills/x\x1b]0;t\x07\r", "no")
    for words in (["list"], ["list", "--all"], ["list", "--format", "json"], ["why", "esc"]):
        run = skillctl("skills", *words, cwd=project)
        assert run.code == 0
        assert not set(run.out + run.err) & set("\x1b\x07\r\x9b")
    assert "\\x1b" in skillctl("skills", "list", cwd=project).out


def test_a_name_that_is_no_text_is_no_crash(skillctl, project, home):
    folder = home / ".agents/skills" / os.fsdecode(b"caf\xe9")
    folder.mkdir(parents=True)
    (folder / "SKILL.md").write_text(SKILL.format("cafe"))
    run = skillctl("skills", "list", cwd=project)
    assert run.code == 0
    assert "caf\\xe9" in run.out
    assert json.loads(skillctl("skills", "list", "--format", "json", cwd=project).out)


def test_as_a_process(project, home):
    put(home, ".agents/skills/a")
    done = subprocess.run(
        [sys.executable, "-m", "skillctl", "skills", "list", "--tokens-method", "estimate"],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.splitlines()) == (
        0,
        [
            "skill  scope  status  tokens (bytes/4)  path",
            "a      user   active  ~7                ~/.agents/skills/a",
        ],
    )
