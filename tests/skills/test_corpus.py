"""Published skills of eight repositories: each loads, or is named with a true reason."""

import re

import pytest
import yaml

from skillctl.consent.opened import open_consent
from skillctl.policy.hidden import hidden
from skillctl.settings import Settings, with_values
from skillctl.skills.catalog import catalog_lines
from skillctl.skills.discover import discover
from skillctl.skills.document import read_skill_document
from skillctl.skills.entry import catalog_entry
from skillctl.skills.gather import gather_skills
from skillctl.skills.read import strict_content

BLOCK = re.compile(r"\A---[ \t]*\r?\n(.*?)^---[ \t]*\r?$", re.DOTALL | re.MULTILINE)
ALL = with_values(Settings(), {"skills.max_skills": 2000, "skills.max_lines": 0})


def fields_of(file):
    """The front matter by PyYAML's own scanner and resolver, without any code of ours."""
    block = BLOCK.match(file.read_bytes().decode("utf-8-sig"))[1]
    return yaml.load(block, Loader=yaml.SafeLoader)  # it is the safe one


def line_of(file):
    """The description as a reader of lines has it: what follows the key, without quotes."""
    block = BLOCK.match(file.read_bytes().decode("utf-8-sig"))[1]
    found = re.search(r"^description:[ \t]*(.*?)[ \t]*\r?$", block, re.MULTILINE)
    return found[1].strip("\"'") if found else ""


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


def test_every_description_is_whole_in_the_catalog(files, home):
    """1,130 skills against an independent parse; a reader of lines gets one in sixteen wrong."""
    roots = sorted({file.parent.parent for file in files})
    wanted, misread = {}, 0
    for item in discover(None, home, home / "d", ALL, roots).items:
        if item.skill:
            file = item.skill.base / "SKILL.md"
            words = " ".join(str(fields_of(file)["description"]).split())
            shown = words if len(words) <= 1024 else f"{words[:1023]}…"
            wanted[item.skill.folder] = f"- {fields_of(file)['name']}: {shown}"
            assert catalog_entry(item.skill, ALL.skills) == wanted[item.skill.folder]
            misread += line_of(file) != words
    assert len(wanted) == 1126
    assert 60 <= misread <= 80


def test_the_catalog_of_each_repository_is_its_lines(shared, home):
    """What shadows what is told; every other skill that a model may load has its line."""
    lines = 0
    for repository in sorted(path for path in (shared / "corpus").iterdir() if path.is_dir()):
        roots = sorted({file.parent.parent for file in repository.rglob("SKILL.md")})
        found = discover(None, home, home / "d", ALL, roots)
        consent = open_consent(home, home / "c", {}, needed=False)
        snapshot = gather_skills(found, consent, ALL)
        names = [c.name for c in snapshot.candidates if c.status == "shadowed"]
        assert all(any(name in note for note in snapshot.notes) for name in names)
        skills = [skill for skill in snapshot.skills if skill.model_invocable]
        entries = [catalog_entry(skill, ALL.skills) for skill in skills]
        part = catalog_lines(snapshot, ALL).text
        assert part.split("\n")[4:] == entries
        lines += len(entries)
    assert lines > 1000
