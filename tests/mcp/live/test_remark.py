from skillctl.mcp.live.defects import NO_LIST
from skillctl.mcp.live.remark import Remark


def test_a_remark_is_about_the_server_unless_it_says_more():
    remark = Remark(defect=NO_LIST, message="died")
    assert (remark.path, remark.tool, remark.severity) == (None, "", None)
