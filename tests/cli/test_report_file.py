import os
from threading import Thread

import pytest

from skillctl.cli.report_file import write_report
from skillctl.errors import SkillctlError


def test_a_report_takes_the_place_of_the_file(tmp_path):
    path = tmp_path / "report.txt"
    path.write_text("an older and longer report")
    write_report(path, "é\n")
    assert path.read_bytes() == "é\n".encode()
    assert [p.name for p in tmp_path.iterdir()] == ["report.txt"]


def test_where_no_file_can_be_it_is_said(tmp_path):
    with pytest.raises(
        SkillctlError, match=r"the report cannot be written to .*none/report\.txt: No"
    ):
        write_report(tmp_path / "none" / "report.txt", "x")


def test_a_report_goes_through_a_pipe_which_stays_one(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got = []
    reader = Thread(target=lambda: got.append(pipe.read_bytes()), daemon=True)
    reader.start()
    write_report(pipe, "a report\n")
    reader.join(20)
    assert got == [b"a report\n"]
    assert pipe.is_fifo()


def test_a_report_at_a_link_goes_where_it_leads(tmp_path):
    (tmp_path / "link").symlink_to("real")
    write_report(tmp_path / "link", "x")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "x"


def test_a_folder_is_no_place_for_a_report(tmp_path):
    with pytest.raises(SkillctlError, match="Is a directory"):
        write_report(tmp_path, "x")
