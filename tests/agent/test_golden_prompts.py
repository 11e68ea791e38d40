"""Workspaces and exactly what the model reads of them: golden/prompt."""

import json
import shutil
import tomllib

import pytest

from skillctl.agent.assembly import assemble
from skillctl.agent.base import base_only
from skillctl.agent.dialects.known import DEFAULT_DIALECT, DIALECTS
from skillctl.agent.gather import gather_view
from skillctl.agent.printed import SECTIONS, span_rows
from skillctl.agent.sources import render_sources
from skillctl.cli.activating import Activating
from skillctl.settings import DEFAULT_PRESET, preset_settings, with_values
from skillctl.skills.focus import Focus
from tests.conftest import GOLDEN, golden_cases

TASK = "Say hello."
BASELINE = ("empty", "waiting-for-consent", "all-tools-filtered", "surface-skills-none-ready")


def built(case, project):
    about = tomllib.loads((case / "case.toml").read_text())
    shutil.copytree(case / "input", project.root, dirs_exist_ok=True)
    if (case / "home").is_dir():
        shutil.copytree(case / "home", project.home, dirs_exist_ok=True)
    preset = preset_settings(about.get("preset", DEFAULT_PRESET))
    settings = with_values(preset, about.get("settings", {}))
    if about["granted"]:
        project.grant(settings=settings)
    focus = Focus(
        files=tuple(about.get("files", ())),
        budget=about.get("catalog_budget", 0),
        subagent=about.get("subagent", False),
    )
    with gather_view(project.ground(focus=focus), settings, project.pipe) as seen:
        return {
            name: assemble(seen.view, settings, said(about, seen), model="unset", dialect=name)
            for name in DIALECTS
        }


def said(about, seen):
    """The skill that the user activates, if any, and the task."""
    activating = Activating(about.get("activate"), about.get("args"))
    return activating.messages(seen.view.skills, TASK)


def told(assembly):
    """Spans with the text of each, so that a reader can follow."""
    rows = span_rows(assembly.spans())
    return [row | {"text": assembly.body[row["start"] : row["end"]].decode()} for row in rows]


def indented(value):
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


@pytest.mark.parametrize("case", golden_cases("prompt"))
def test_golden(case, project, golden):
    bodies = built(case, project)
    for name, assembly in bodies.items():
        assert assembly.body == golden(f"body.{name}.json")
    found = bodies[DEFAULT_DIALECT]
    assert found.system == golden("system.txt")
    assert SECTIONS["tools"](found) == golden("tools.json")
    assert indented(told(found)) == golden("spans.json")
    assert render_sources(found) + "\n" == golden("sources.txt")
    absent = [f"{a.kind} {a.name}: {a.reason}: {a.detail}\n" for a in found.absences]
    assert "".join(absent) + "".join(f"note: {n}\n" for n in found.notes) == golden("absent.txt")


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("name", BASELINE)
def test_cases_without_anything_usable_are_the_baseline(name, dialect):
    body = (GOLDEN / "prompt" / name / f"body.{dialect}.json").read_bytes()
    assert body == base_only(TASK, "unset", dialect=dialect)


def rows_of(name):
    return json.loads((GOLDEN / "prompt" / name / "spans.json").read_text())


@pytest.mark.parametrize("name", ["one-skill", "one-server", "skills-and-server"])
def test_other_cases_differ_in_the_spans_of_their_own_parts_only(name):
    def texts(rows, kept):
        return [(r["part"], r["source"], r["text"]) for r in rows if kept(r)]

    def own(row):
        added = row["part"] == "tools" and (row["source"] != "builtin" or row["item"] == "skill")
        return row["part"] in ("skills", "mcp", "joiner", "frame") or added

    empty, full = rows_of("empty"), rows_of(name)
    rest = texts(full, lambda row: not own(row))
    assert rest == texts(empty, lambda row: row["part"] not in ("joiner", "frame"))
