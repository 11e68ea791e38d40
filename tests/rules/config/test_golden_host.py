"""One right and one wrong file per host: golden/host."""

import shutil

import pytest

from skillctl.servers.hosts.find import host_of
from skillctl.servers.hosts.model import Text
from skillctl.servers.hosts.table import HOSTS
from tests.conftest import GOLDEN, golden_cases

CASES = golden_cases("host")


@pytest.mark.parametrize("folder", CASES)
def test_the_right_file_has_no_finding(folder, skillctl, tmp_path):
    shutil.copytree(folder / "right", tmp_path / "right")
    run = skillctl("lint", "--isolated", cwd=tmp_path / "right")
    assert run.out.endswith("checked: no findings\n"), run.out
    assert run.code == 0


@pytest.mark.parametrize("folder", CASES)
def test_the_wrong_file_has_the_findings_of_its_host(folder, skillctl, golden, tmp_path):
    shutil.copytree(folder / "wrong", tmp_path / "wrong")
    run = skillctl("lint", "--isolated", cwd=tmp_path / "wrong")
    assert run.out == golden("wrong.txt")
    assert " MC0" in run.out


@pytest.mark.parametrize("folder", CASES)
def test_a_file_is_that_of_its_host(folder):
    for side in ("right", "wrong"):
        files = [path for path in (folder / side).rglob("*") if path.is_file()]
        names = {host.name for path in files if (host := host_of(path.relative_to(folder / side)))}
        assert names == {folder.name}


def test_every_host_has_its_folder():
    read = {host.name for host in HOSTS if host.text is not Text.UNREAD}
    assert {path.name for path in (GOLDEN / "host").iterdir()} == read
