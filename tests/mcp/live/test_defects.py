from skillctl.mcp.live.defects import DEFECTS
from skillctl.rules.others import ALL_OTHERS


def test_codes_follow_each_other_and_are_explained_by_rules(skillctl):
    assert [defect.code for defect in DEFECTS] == [f"LV00{n}" for n in range(1, 8)]
    assert {*DEFECTS} <= {*ALL_OTHERS}
    done = skillctl("rules", "LV005")
    assert "LV005 schema-dialect: warning or note" in done.out
    assert "Reported by: skillctl mcp check" in done.out
    told = skillctl("rules", "FK101").out
    assert "Reported by: skillctl lint, skillctl fake check, skillctl mcp check" in told
