"""The event `skill`: agent.md section 10."""

import pytest

from skillctl.agent.session_shape import SHAPES
from skillctl.agent.skill_events import use_event
from skillctl.skills.tool import SkillUse


@pytest.mark.parametrize("by", ["model", "user"])
def test_all_of_a_use(by):
    event = use_event(SkillUse("notes", "resource", "a.md", "sha256:1", by))
    assert event == {
        "name": "notes",
        "act": "resource",
        "resource": "a.md",
        "fingerprint": "sha256:1",
        "by": by,
    }
    assert set(event) == set(SHAPES["skill"])
