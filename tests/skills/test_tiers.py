"""`--tiers 3`: skills.md section 10."""

import pytest

from skillctl.skills.tiers import is_tier_4, without_tier_4
from tests.agent.views import skill
from tests.skills.test_result import resource


@pytest.mark.parametrize(
    ("path", "kind", "found"),
    [
        ("references/a.md", "text", False),
        ("a.md", "text", False),
        ("references/scripts/a.md", "text", False),
        ("big.json", "large", False),
        ("out.md", "leaves", False),
        ("build.py", "script", True),
        ("scripts/README.md", "text", True),
        ("assets/page.html", "text", True),
        ("logo.png", "binary", True),
    ],
)
def test_scripts_and_assets_are_tier_4(path, kind, found):
    one = resource(path, kind)
    assert is_tier_4(one) is found
    assert without_tier_4(skill(resources=(one,))).resources == (() if found else (one,))
