"""The question as `consent grant` and `run` put it, with the terminal's words on stdin."""

import io

import pytest

from skillctl.cli.consent_question import ask, ask_before_run
from skillctl.cli.items import Places, gather_items
from skillctl.cli.surroundings import Surroundings, surroundings
from skillctl.errors import StoreError
from tests.cli.vectors import PRINT_OF, make_vectors


@pytest.fixture
def person(tmp_path, monkeypatch):
    """A person in the repository of the vectors who types these words."""
    root = make_vectors(tmp_path / "w")
    monkeypatch.chdir(root)
    monkeypatch.setattr(Surroundings, "terminal", True)

    def person(typed):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        return surroundings()

    return person


def statuses(items):
    return {s.item.name: s.status for s in items.subjects}


def test_what_is_typed_is_stored_and_said(person):
    here, out = person("y\n"), io.StringIO()
    items = gather_items(here, Places())
    assert ask(here, items, items.pick("notes"), out) == "granted"
    assert out.getvalue().startswith('server "notes" of .mcp.json\n')
    assert out.getvalue().endswith(f"granted: server notes .mcp.json {PRINT_OF['notes']}\n")
    assert statuses(gather_items(here, Places()))["notes"] == "granted"


def test_without_a_person_it_is_shown_and_nothing_else(person, monkeypatch, capsys):
    here, out = person("y\n"), io.StringIO()
    monkeypatch.setattr(Surroundings, "terminal", False)
    items = gather_items(here, Places())
    assert ask(here, items, items.pick("notes"), out) == ""
    assert out.getvalue().endswith(f"fingerprint: {PRINT_OF['notes']}\n")
    assert capsys.readouterr().err == ""


def test_before_a_run_only_what_waits_and_could_be_used_is_asked(person, capsys):
    """`docs` is at a URL and `notes` has a variable that is not set: neither can start."""
    here = person("y\nn\n")
    consent = ask_before_run(here, Places())
    err = capsys.readouterr().err
    assert err.count("May it be used?") == 2
    found = {s.item.name: consent.status(s.item) for s in gather_items(here, Places()).subjects}
    assert found == {
        "build-tools": "granted",
        "docs": "missing",
        "notes": "missing",
        "pdf-notes": "denied",
    }
    ask_before_run(here, Places())
    assert capsys.readouterr().err == ""


def test_nobody_is_asked_about_a_skill_that_is_disabled(person, skillctl, capsys):
    here = person("")
    assert skillctl("skills", "disable", "pdf-notes").code == 0
    ask_before_run(here, Places())
    err = capsys.readouterr().err
    assert "pdf-notes" not in err
    assert err.count("May it be used?") == 1


def test_before_a_run_preferences_have_to_be_readable_and_else_they_do_not_matter(person):
    here = person("")
    here.config_dir.mkdir(parents=True)
    (here.config_dir / "skills.json").write_text("{")
    with pytest.raises(StoreError, match="preferences of skills cannot be used"):
        ask_before_run(here, Places())
    assert statuses(gather_items(here, Places()))["pdf-notes"] == "missing"
