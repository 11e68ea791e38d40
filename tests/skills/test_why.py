"""Why a skill is there or not: the form of skills.md section 3."""

import pytest

from skillctl.skills.catalog import catalog_lines
from skillctl.skills.why import catalog_place, why_text
from tests.skills.conftest import skill_text


@pytest.fixture
def why(world):
    def run(name, **settings):
        snapshot = world.gather(**settings)
        catalog = catalog_lines(snapshot, world.settings(**settings))
        return why_text(snapshot, catalog, name, world.settings(**settings).skills)

    return run


def short(world, source):
    return world.items()[source].fingerprint[:11] + "…"


def test_the_example_of_the_specification(world, why):
    text = skill_text("lint-docs", "d" * 151, more="autoAttach: docs/**/*.md\n")
    folders = (".agents/skills", ".claude/skills", "~/.agents/skills")
    world.write({f"{folder}/lint-docs/SKILL.md": text for folder in folders})
    names = ("a", "b", "c", *(f"x{i}" for i in range(9)))
    world.write({f"~/.gbs/skills/{name}/SKILL.md": skill_text(name) for name in names})
    world.decide(".agents/skills/lint-docs")
    fingerprint = short(world, ".agents/skills/lint-docs")
    assert why("lint-docs") == (
        "lint-docs: active, project, .agents/skills/lint-docs/SKILL.md\n"
        "  1  project  .agents/skills/lint-docs     active     consent granted 2026-11-30, "
        f"{fingerprint}\n"
        "  2  project  .claude/skills/lint-docs     shadowed   by 1\n"
        "  3  user     ~/.agents/skills/lint-docs   shadowed   by 1\n"
        "  catalog line 4 of 12 (~41 tokens, bytes/4); autoAttach: docs/**/*.md\n"
    )


def test_what_is_pinned_says_so_and_what_does_not_fit_says_why(world, why):
    world.write({"~/.agents/skills/a/SKILL.md": skill_text("a", body="Do it.\n")})
    world.write({"~/.agents/skills/b/SKILL.md": skill_text("b", body="x" * 8000)})
    pinned = ["ghost", "a", "b"]
    assert why("a", pinned=pinned).splitlines()[-1] == (
        "  pinned, full text 1 of 1 (~5 tokens, bytes/4)"
    )
    assert why("b", pinned=pinned).splitlines()[-1] == (
        "  catalog line 1 of 1 (~9 tokens, bytes/4); not pinned: its text has ~2,004 tokens "
        "(bytes/4); a pinned skill may have 2,000"
    )


def test_what_waits_for_consent(world, why):
    world.write({".agents/skills/lint-docs/SKILL.md": skill_text("lint-docs")})
    fingerprint = short(world, ".agents/skills/lint-docs")
    assert why("lint-docs") == (
        f"lint-docs: not available: consent pending (.agents/skills/lint-docs, {fingerprint}); "
        "grant with: skillctl consent grant lint-docs\n"
        f"  1  project  .agents/skills/lint-docs   pending   consent pending, {fingerprint}\n"
    )


def test_what_changed_and_what_is_denied(world, why):
    world.write({f".agents/skills/{n}/SKILL.md": skill_text(n) for n in "ab"})
    world.decide(".agents/skills/a").decide(".agents/skills/b", decision="denied")
    world.write({".agents/skills/a/SKILL.md": skill_text("a", body="New.\n")})
    assert why("a").startswith("a: not available: changed since consent was decided (.agents/")
    assert why("b").startswith("b: not available: consent denied (.agents/skills/b, sha256:")


def test_what_is_invalid_hides_nothing_and_says_where(world, why):
    world.write({".agents/skills/a/SKILL.md": "no", "~/.agents/skills/a/SKILL.md": skill_text("a")})
    assert why("a") == (
        "a: active, user, ~/.agents/skills/a/SKILL.md\n"
        "  1  project  .agents/skills/a     invalid   .agents/skills/a/SKILL.md:1:1: "
        "the first line is not `---`: no front matter\n"
        "  2  user     ~/.agents/skills/a   active    needs no consent\n"
        "  catalog line 1 of 1 (~9 tokens, bytes/4)\n"
    )
    world.write({"~/.agents/skills/a/SKILL.md": "no"})
    assert why("a").splitlines()[0] == (
        "a: not available: invalid (.agents/skills/a/SKILL.md:1:1: the first line is not `---`: "
        "no front matter); look with: skillctl lint .agents/skills/a"
    )


def test_a_cut_skill_shadows_and_says_which_setting(world, why):
    for root in ("~/.agents/skills", "~/.gbs/skills"):
        world.write({f"{root}/{n}/SKILL.md": skill_text(n) for n in "ab"})
    assert why("b", max_skills=1) == (
        "b: not available: over the limit of 1 skill in one run (~/.agents/skills/b); "
        "the setting is skills.max-skills\n"
        "  1  user  ~/.agents/skills/b   cut        over the limit of 1 skill in one run\n"
        "  2  user  ~/.gbs/skills/b      shadowed   by 1\n"
    )


def test_out_of_the_catalog(world, why):
    more = "disable-model-invocation: true\nautoAttach: ['*.md', '*.txt']\n"
    world.write(
        {
            "~/.agents/skills/a/SKILL.md": skill_text("a", more=more),
            "~/.agents/skills/b/SKILL.md": skill_text("b"),
            "~/.agents/skills/c/SKILL.md": skill_text("c"),
        }
    )
    assert why("a").splitlines()[-1] == (
        "  not in the catalog (hidden): only the user may activate it, with run --skill "
        "(disable-model-invocation); "
        "autoAttach: *.md, *.txt"
    )
    remedy = "set skills.max-lines higher, or disable skills that are not needed"
    assert why("c", max_lines=1).splitlines()[-1] == (
        "  not in the catalog (cut): over skills.max-lines, 1; the model can load it by name; "
        f"{remedy}"
    )
    attached = {"~/.agents/skills/d/SKILL.md": skill_text("d", more="autoAttach: '*.md'\n")}
    world.write(attached)
    assert why("d", max_lines=1).endswith(
        f"{remedy}, or name a file that fits by --file; autoAttach: *.md\n"
    )
    assert why("c", max_lines=1, loading="read").splitlines()[-1] == (
        "  not in the catalog (cut): over skills.max-lines, 1; the model is not told of it; "
        f"{remedy}"
    )


def test_the_place_in_the_catalog(world):
    world.write({f"~/.agents/skills/{n}/SKILL.md": skill_text(n) for n in "ab"})
    snapshot = world.gather()
    catalog = catalog_lines(snapshot, world.settings(max_lines=1))
    chosen = world.settings(max_lines=1).skills
    place = catalog_place(catalog, snapshot.get("a"), chosen)
    assert (place.number, place.total, place.tokens) == (1, 1, 9)
    assert catalog_place(catalog, snapshot.get("b"), chosen) is None


def test_a_foreign_path_stays_on_its_line(world, why):
    world.write({"~/.agents/skills/a\n\x1b[2J/SKILL.md": skill_text("a")})
    said = why("a")
    assert said.count("\n") == 3
    assert "a\\n\\x1b[2J" in said


def test_a_base_outside_of_the_project_is_marked(world, why):
    world.write({"~/shared/ext/SKILL.md": skill_text("ext")})
    world.link(".agents/skills/ext", world.home / "shared/ext").decide()
    head, row, _ = why("ext").splitlines()
    assert head == "ext: active, project, .agents/skills/ext/SKILL.md"
    marked = "  1  project  .agents/skills/ext (outside: ~/shared/ext)   active   consent granted "
    assert row.startswith(marked)


def test_the_strongest_that_could_be_used_is_told_of_first(world, why):
    world.write({".agents/skills/a/SKILL.md": "no", ".claude/skills/a/SKILL.md": skill_text("a")})
    assert why("a").startswith("a: not available: consent pending (.claude/skills/a, sha256:")


def test_what_cannot_be_fingerprinted_is_no_case_for_lint(world, why, monkeypatch):
    monkeypatch.setattr("skillctl.skills.files.MOST_FILES", 1)
    world.write({".agents/skills/a/SKILL.md": skill_text("a"), ".agents/skills/a/b": ""})
    assert why("a").splitlines()[0] == (
        "a: not available: invalid (cannot be fingerprinted: .agents/skills/a has more than 1 "
        "files)"
    )


def test_columns_hold_wide_letters_and_blanks(world, why):
    world.write({"~/.agents/skills/x  y/SKILL.md": skill_text("a")})
    world.write({"~/.gbs/skills/日本語/SKILL.md": skill_text("a")})
    rows = why("a").splitlines()[1:3]
    assert rows == [
        "  1  user  ~/.agents/skills/x\\x20\\x20y   active     needs no consent",
        "  2  user  ~/.gbs/skills/日本語          shadowed   by 1",
    ]
