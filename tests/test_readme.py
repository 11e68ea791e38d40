"""The README's commands do what it shows; `--snapshot-update` writes what they print."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from skillctl.setting import words_for
from skillctl.settings import rows
from tests.conftest import ROOT

README = ROOT / "README.md"
BLOCK = re.compile(r"(?<=```console\n).*?(?=```)", re.DOTALL)
SETTINGS = re.compile(r"(?<=<!-- settings -->\n).*?(?=<!-- /settings -->)", re.DOTALL)


class Shell:
    """Runs the commands of the README one after the other in a copy of the examples."""

    def __init__(self, folder, home):
        shutil.copytree(ROOT / "examples", folder / "examples")
        self.cwd = folder / "examples"
        program = Path(sys.executable).parent
        self.environment = {
            **os.environ,
            "PATH": f"{program}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(home),
            "XDG_DATA_HOME": str(home / ".local/share"),  # as it is where nothing is set
        }
        self.seen = ""

    def run(self, line):
        if line.startswith("cd "):
            self.cwd = self.cwd / line.removeprefix("cd ")
            return ""
        name = re.search(r"grant (\S+)|$", line)[1]
        known = re.search(rf"sha256:\w+(?= skill {name} )", self.seen)
        done = subprocess.run(
            line.replace("FINGERPRINT", known.group() if known else "FINGERPRINT"),
            shell=True, cwd=self.cwd, env=self.environment, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True, timeout=60, check=False,
        )  # fmt: skip
        assert done.returncode in (0, 1), f"{line}: exit {done.returncode}\n{done.stdout}"
        self.seen += done.stdout
        dated = re.sub(r"(?<=granted )\d{4}-\d\d-\d\d", "2026-11-30", done.stdout)
        return re.sub(r"\b\d+\.\d+ s\b", "0.1 s", dated)


def shown(output):
    """An output as a terminal has it: what comes next begins a line."""
    return f"{output}\n" if output and not output.endswith("\n") else output


def replayed(text, shell):
    """The README with each command's output as it is now."""

    def block(match):
        lines = [line for line in match.group().splitlines() if line.startswith("$ ")]
        outputs = [shell.run(line.removeprefix("$ ")) for line in lines]
        return "".join(
            f"{line}\n{shown(output)}" for line, output in zip(lines, outputs, strict=True)
        )

    return BLOCK.sub(block, text)


def settings_table():
    lines = ["| setting | default | what | set by |", "|---|---|---|---|"]
    for row in rows():
        value = row.default
        if isinstance(value, tuple):
            value = ", ".join(value) if len(value) < 4 else f"{len(value)} names"
        if isinstance(value, bool):
            value = str(value).lower()
        default = f"`{value}`" if value not in ("", {}) else "none"
        lines.append(f"| `{row.key}` | {default} | {row.help} | {row.who} |")
    return "\n".join(lines) + "\n"


def test_commands_print_what_the_readme_shows(tmp_path, home, pytestconfig):
    text = README.read_text()
    wanted = replayed(text, Shell(tmp_path, home))
    if pytestconfig.getoption("update_snapshots"):
        README.write_text(wanted)
    assert README.read_text() == wanted


def test_the_table_of_settings_is_fresh(pytestconfig):
    if pytestconfig.getoption("update_snapshots"):
        README.write_text(SETTINGS.sub(lambda _: settings_table(), README.read_text()))
    assert SETTINGS.search(README.read_text()).group() == settings_table()


@pytest.mark.parametrize("row", tuple(rows()), ids=lambda row: row.key)
def test_every_setting_has_help_and_a_type_in_words(row):
    assert row.help
    assert words_for(row.kind)


def test_links_lead_somewhere():
    prose = re.sub(r"^```.*?^```$", "", README.read_text(), flags=re.DOTALL | re.MULTILINE)
    for target in re.findall(r"\]\(([^)#]+)\)", prose):
        assert (ROOT / target).exists(), target


def test_the_newest_heading_of_the_changelog_is_the_version():
    from skillctl.version import VERSION

    headings = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert headings[:2] == ["Unreleased", VERSION]
