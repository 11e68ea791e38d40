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
