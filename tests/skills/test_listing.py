"""Skills as a table and as JSON: skills.md section 14."""

import json

import pytest
from jsonschema import Draft202012Validator

from skillctl.skills.catalog import catalog_lines
from skillctl.skills.listing import chosen_rows, list_json, list_text
from skillctl.tokens import EXACT
from tests.conftest import ROOT
from tests.skills.conftest import skill_text


@pytest.fixture
def listed(world):
    """The text of the list."""

    def run(every=False, **settings):
        snapshot = world.gather(**settings)
        chosen = world.settings(**settings)
        return list_text(snapshot, catalog_lines(snapshot, chosen), chosen, every=every)

    return run


def mixed(world):
    world.write(
        {
            ".agents/skills/lint-docs/SKILL.md": skill_text("lint-docs"),
            ".claude/skills/lint-docs/SKILL.md": skill_text("lint-docs"),
            ".agents/skills/waits/SKILL.md": skill_text("waits"),
            ".agents/skills/broken/SKILL.md": "nothing",
            "~/.agents/skills/waits/SKILL.md": skill_text("waits"),
            "~/.agents/skills/mine/SKILL.md": skill_text(
                "mine", more="disable-model-invocation: true\n"
            ),
        }
    )
    return world.decide(".agents/skills/lint-docs")


def test_a_row_per_name(world, listed):
    mixed(world)
    assert listed() == (
        "skill      scope    status   tokens (bytes/4)  path\n"
        "broken     project  invalid  -                 .agents/skills/broken\n"
        "lint-docs  project  active   ~11               .agents/skills/lint-docs\n"
        "waits      user     active   ~10               ~/.agents/skills/waits\n"
        "mine       user     active   -                 ~/.agents/skills/mine\n"
        "invalid skill: .agents/skills/broken/SKILL.md:1:1: the first line is not `---`: "
        "no front matter\n"
        ".claude/skills/lint-docs: shadowed by project .agents/skills/lint-docs\n"
        "1 project skill waits for consent: waits; look and grant with: "
        "skillctl consent grant NAME\n"
    )


def test_every_candidate(world, listed):
    mixed(world)
    rows = [line.split()[:3] for line in listed(every=True).splitlines()[1:7]]
    assert rows == [
        ["broken", "project", "invalid"],
        ["lint-docs", "project", "active"],
        ["waits", "project", "pending"],
        ["lint-docs", "project", "shadowed"],
        ["mine", "user", "active"],
        ["waits", "user", "active"],
    ]


def test_none(listed, world):
    looked_in = ".agents/skills, .gbs/skills, .claude/skills, ~/.agents/skills, ~/.gbs/skills, "
    assert listed() == (
        f"no skills found; looked in: {looked_in}~/.claude/skills, ~/.data/skillctl/skills\n"
    )
    world.write({".agents/skills/a/skill.md": ""})
    assert listed().endswith("\n.agents/skills/a/skill.md: is not named SKILL.md: no skill\n")


def test_where_there_is_none_what_was_passed_over_is_told(listed, world):
    root = ".agents/skills"
    world.write({f"{root}/{n}/notes.txt": "" for n in "abcdef"})
    assert listed().splitlines()[1:] == [f"{root}/{n}: holds no SKILL.md" for n in "abcde"]
    world.write({f"{root}/a/SKILL.md": skill_text("a")})
    assert "holds no SKILL.md" not in listed()


def test_what_the_catalog_reports_is_listed(world, listed):
    world.write({f"~/.agents/skills/{n}/SKILL.md": skill_text(n) for n in "ab"})
    assert "not in the catalog, can be loaded by name: b\n" in listed(max_lines=1)


def test_wide_letters_take_two_columns_and_a_narrow_terminal_puts_paths_below(world):
    world.write({f"~/.agents/skills/{n}/SKILL.md": skill_text(n) for n in ("日本語", "abc")})
    snapshot, settings = world.gather(), world.settings()
    catalog = catalog_lines(snapshot, settings)
    lines = list_text(snapshot, catalog, settings, every=False).splitlines()
    assert lines[1:3] == [
        "abc     user   active  ~9                ~/.agents/skills/abc",
        "日本語  user   active  ~11               ~/.agents/skills/日本語",
    ]
    narrow = list_text(snapshot, catalog, settings, every=False, room=60).splitlines()
    assert narrow[:5] == [
        "skill   scope  status  tokens (bytes/4)  path",
        "abc     user   active  ~9",
        "    ~/.agents/skills/abc",
        "日本語  user   active  ~11",
        "    ~/.agents/skills/日本語",
    ]


def test_a_foreign_name_stays_on_its_line(world, listed):
    world.write({"~/.agents/skills/x\n\u202e/SKILL.md": "no"})
    assert listed().splitlines()[1].split()[-1] == "~/.agents/skills/x\\n\\u{202E}"
    assert len(listed().splitlines()) == 3


def test_a_base_outside_of_the_project_is_marked(world, listed):
    world.write({"~/shared/e  xt/SKILL.md": skill_text("ext")})
    world.link(".agents/skills/ext", world.home / "shared/e  xt")
    row = listed().splitlines()[1].split("  ")
    assert row[-1] == r".agents/skills/ext (outside: ~/shared/e\x20\x20xt)"


def test_the_best_of_a_name(world):
    mixed(world)
    snapshot = world.gather()
    best = {c.name: c.scope for c in chosen_rows(snapshot, every=False)}
    assert best == {"broken": "project", "lint-docs": "project", "waits": "user", "mine": "user"}
    assert chosen_rows(snapshot, every=True) == snapshot.candidates


def test_what_is_pinned_weighs_what_its_text_does(world, listed):
    world.write({f"~/.agents/skills/{n}/SKILL.md": skill_text(n, body="x" * 86) for n in "ab"})
    lines = listed(pinned=["b", "ghost"]).splitlines()
    assert lines[2].split() == ["b", "user", "active", "~25", "~/.agents/skills/b"]
    assert lines[3:] == [
        "pinned, with the full text in the prompt: b",
        'pinned skill "ghost" is not in the prompt: no skill has that name',
    ]
    settings = world.settings(pinned=["b"])
    snapshot = world.gather(pinned=["b"])
    catalog = catalog_lines(snapshot, settings)
    rows = list_json(snapshot, catalog, settings, snapshot.candidates)["skills"]
    assert [(r["name"], r["pinned"], r["catalog_line"]) for r in rows] == [
        ("a", False, 1),
        ("b", True, None),
    ]
    assert rows[1]["tokens"] == {"method": "bytes/4", "n": 25}


def test_json_fits_its_schema(world):
    snapshot = mixed(world).gather()
    settings = world.settings()
    value = list_json(snapshot, catalog_lines(snapshot, settings), settings, snapshot.candidates)
    schema = json.loads((ROOT / "docs" / "skills.schema.json").read_text())
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(json.loads(json.dumps(value)))
    rows = {(row["name"], row["scope"], row["status"]): row for row in value["skills"]}
    active = rows["lint-docs", "project", "active"]
    assert active["tokens"] == {"method": "bytes/4", "n": 11}
    assert active["catalog_line"] == 1
    assert active["source"] == ".agents/skills/lint-docs"
    assert active["fingerprint"] == world.items()[".agents/skills/lint-docs"].fingerprint
    broken = rows["broken", "project", "invalid"]
    assert (broken["source"], broken["fingerprint"], broken["tokens"]) == (None, None, None)
    assert rows["mine", "user", "active"]["model_invocable"] is False
    assert value["notes"][-1].startswith("1 project skill waits for consent")


def test_exact_counts_name_their_method_and_bear_no_mark(world):
    pytest.importorskip("toktok", reason="not installed: pip install '.[tokens]'")
    snapshot = mixed(world).gather()
    chosen = world.settings()
    catalog = catalog_lines(snapshot, chosen)
    text = list_text(snapshot, catalog, chosen, every=False, method=EXACT)
    assert text.startswith("skill      scope    status   tokens (o200k_base)  path\n")
    assert "~1" not in text
    rows = list_json(snapshot, catalog, chosen, snapshot.candidates, EXACT)["skills"]
    counted = [row["tokens"] for row in rows if row["tokens"]]
    assert {tokens["method"] for tokens in counted} == {EXACT}
