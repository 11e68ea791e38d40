"""What is told of the skills that were chosen among: skills.md sections 1.3, 3 and 4."""

from skillctl.settings import Settings, with_values
from skillctl.skills.catalog import catalog_lines
from skillctl.skills.choose import Standing
from tests.skills.conftest import skill_text
from tests.skills.package_files import npm

GRANTED = Standing("granted", "granted 2026-11-30")
NOTES = "node_modules/notes"


def test_what_is_over_a_limit_is_one_line_with_the_right_nouns(chosen):
    skills = {f"~/.agents/skills/{name}": skill_text(name) for name in "abc"}
    end = "the setting is skills.max-skills"
    assert chosen(skills, max_skills=1).notes == (
        f"2 skills are over the limit of 1 skill in one run, so not used: b, c; {end}",
    )
    assert chosen(skills, max_skills=2).notes == (
        f"1 skill is over the limit of 2 skills in one run, so not used: c; {end}",
    )


def test_skills_of_each_scope_wait_on_a_line_of_their_own(world, chosen):
    world.write(npm("skills"))
    skills = {f"{root}/skills/{n}": skill_text(n) for root in (".agents", NOTES) for n in "ba"}
    project, package = (
        ", or ".join(f"skillctl consent grant {n} --source {root}/skills/{n}" for n in "ab")
        for root in (".agents", "npm:notes")
    )
    assert chosen(skills).notes == (
        f"2 project skills wait for consent: a, b; look and grant with: {project}",
        f"2 package skills wait for consent: a, b; look and grant with: {package}",
    )


def test_a_long_description_is_told_once(chosen):
    """By the catalog, which says how much is read, where that reads less; else by the file."""
    text = skill_text("a", "d" * 1025)
    told = "~/.agents/skills/a/SKILL.md:3:14: description has 1,025 characters; the limit is 1,024"
    cut = "~/.agents/skills/a/SKILL.md:3: the description has 1,025 characters; the model reads "

    def notes(text, **settings):
        snapshot = chosen({"~/.agents/skills/a": text}, **settings)
        values = with_values(Settings(), {f"skills.{k}": v for k, v in settings.items()})
        return [*snapshot.notes, *catalog_lines(snapshot, values).notes]

    assert notes(text) == [f"{cut}the first 1,023"]
    assert notes(text, description_chars=1000) == [f"{cut}the first 999"]
    assert notes(text, description_chars=2000) == [told]
    assert notes(text.replace("dd\n", "dd\ndisable-model-invocation: true\n")) == [told]
    waits = chosen({".agents/skills/a": text}).notes
    assert waits[0] == told.removeprefix("~/")


def test_many_such_commands_are_one_form_and_where_its_values_stand(chosen):
    roots = (".agents/skills", ".claude/skills")
    skills = {f"{root}/{name}": skill_text(name) for root in roots for name in "ab"}
    assert chosen(skills).notes[-1] == (
        "2 project skills wait for consent: a, b; look and grant with: skillctl consent grant NAME "
        "--source SOURCE, as skillctl consent status lists them"
    )


def test_waiting_skills_are_one_line(chosen):
    snapshot = chosen(
        {f".agents/skills/{n}": skill_text(n) for n in ("b", "a", "c")},
        {".agents/skills/c": Standing("changed")},
    )
    hint = "look and grant with: skillctl consent grant NAME"
    assert snapshot.notes == (
        f"2 project skills wait for consent: a, b; {hint}",
        f"1 project skill waits for consent anew: c; {hint}",
    )


def test_removed_characters_are_counted(chosen):
    snapshot = chosen(
        {"~/.agents/skills/a": skill_text("a", "x\u200by", body="z\u202e\x1b\n")},
    )
    assert snapshot.notes == (
        "~/.agents/skills/a/SKILL.md: 3 control or hidden characters do not reach the model",
    )


def test_look_alike_names_are_two_skills_and_a_line(chosen):
    snapshot = chosen({f"~/.agents/skills/{n}": skill_text(n) for n in ("tool", "t0ol")})
    assert len(snapshot.skills) == 2
    assert "names that look alike are different skills: t0ol (ASCII), tool (ASCII)" in (
        snapshot.notes
    )
