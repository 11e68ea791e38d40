"""Published skills of eight repositories: each loads, or is named with a true reason."""

import re

import pytest

from skillctl.consent.opened import open_consent
from skillctl.policy.hidden import hidden
from skillctl.settings import Settings, with_values
from skillctl.skills.catalog import catalog_lines
from skillctl.skills.discover import discover
from skillctl.skills.document import read_skill_document
from skillctl.skills.gather import gather_skills
from skillctl.skills.read import strict_content


@pytest.fixture(scope="module")
def files(shared):
    return sorted((shared / "corpus").rglob("SKILL.md"))


def test_all_load_or_are_named_with_a_reason(files, shared, home):
    """Four cannot be used: no name, no description, and two names with capital letters.

    Ten names differ from their folder: those two, four that are bundled, and four with a warning.
    """
    roots = sorted({file.parent.parent for file in files})
    found = discover(None, home, home / "data", Settings(), roots)
    inside = ": lies inside another skill: part of it, no skill"
    bundled = {n.removesuffix(inside) for n in found.notes if n.endswith(inside)}
    candidates = {f"{item.folder}/SKILL.md" for item in found.items}
    assert candidates | bundled == {str(file) for file in files}
    assert (len(files), len(found.items), len(bundled)) == (1134, 1130, 4)
    reasons = sorted(
        item.reason.removeprefix(f"{shared}/corpus/").partition("/")[2].partition("SKILL.md")[2]
        for item in found.items
        if item.skill is None
    )
    assert reasons == [
        ":1:1: description is missing",
        ":1:1: name is missing",
        *(
            f":2:7: name holds U+{code}; lower-case letters, digits and single hyphens are allowed"
            for code in ("004C LATIN CAPITAL LETTER L", "0055 LATIN CAPITAL LETTER U")
        ),
    ]
    warnings = [warning for item in found.items for warning in item.warnings]
    kinds = {
        "folder": "is not that of its folder",
        "lines": "are much to read",
    }
    counts = {kind: sum(words in w for w in warnings) for kind, words in kinds.items()}
    assert counts == {"folder": 4, "lines": 26}
    assert len(warnings) == sum(counts.values())


def test_a_whole_repository_as_a_root(shared, home):
    """What is not a candidate is a note, but for folders that are not entered."""
    settings = with_values(Settings(), {"skills.max_skills": 1000, "skills.max_lines": 0})
    for repository in ("obra+superpowers", "wshobson+agents", "mattpocock+skills"):
        root = shared / "corpus" / repository
        found = discover(None, home, home / "d", settings, [root])
        consent = open_consent(home, home / "c", {}, needed=False)
        snapshot = gather_skills(found, consent, settings)
        named = [c.path for c in snapshot.candidates] + list(snapshot.notes)
        missing = [f for f in root.rglob("SKILL.md") if not any(str(f.parent) in n for n in named)]
        assert missing == []
        assert {c.status for c in snapshot.candidates} <= {"active", "shadowed"}
        text = catalog_lines(snapshot, settings).text
        assert text.count("\n- ") == sum(skill.model_invocable for skill in snapshot.skills)
        assert not list(hidden(text))
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", text)


def test_nothing_broken_can_be_used(shared):
    """51 versions of skills that were published broken."""
    files = sorted((shared / "corpus-broken").rglob("SKILL.md"))
    found = {f: strict_content(read_skill_document(f, "f"), {f.parent.name}) for f in files}
    assert len(found) == 51
    assert [f for f, content in found.items() if not isinstance(content, str)] == []
    assert all(reason.startswith("f:") for reason in found.values())
