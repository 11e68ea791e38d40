from skillctl.definition.defects import DEFECTS as DEFINITION
from skillctl.mcp.live.defects import DEFECTS
from skillctl.rules.others import ALL_OTHERS


def test_codes_follow_each_other_and_are_explained_by_rules(skillctl):
    assert [defect.code for defect in DEFECTS] == [f"LV00{n}" for n in range(1, 8)]
    assert {*DEFECTS, *DEFINITION} <= {*ALL_OTHERS}
    done = skillctl("rules", "LV005")
    assert "LV005 schema-dialect: warning or note" in done.out
    assert "Reported by: skillctl mcp check" in done.out
    assert "FK101 input-schema" in skillctl("rules", "FK101").out
