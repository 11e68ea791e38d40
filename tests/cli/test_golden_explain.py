"""Why something is in a prompt or not: golden/explain, for each reason of agent.md section 3."""

import re
import shutil
import tomllib

import pytest

from tests.agent.fixtures import project
from tests.agent.projects import FAKE
from tests.conftest import GOLDEN, golden_cases

__all__ = ["project"]

REASONS = (
    *("disabled", "hidden", "invalid", "shadowed", "pending", "changed", "denied", "cut"),
    *("server-failed", "filtered", "bad-schema", "duplicate", "surface"),
)
ABSENT, UNKNOWN = 1, 2


@pytest.fixture
def explained(project, skillctl, monkeypatch):
    """What is said of a case, with the folders of the machine out of it."""
    monkeypatch.setattr("skillctl.agent.gather._process", lambda *_: project.pipe)

    def explain(case):
        about = tomllib.loads((case / "case.toml").read_text())
        for name, target in {"project": project.root, "home": project.home}.items():
            if (case / name).is_dir():
                shutil.copytree(case / name, target, dirs_exist_ok=True)
        if "grant" in about:
            project.grant(about["grant"])
        if (case / "after").is_dir():
            shutil.copytree(case / "after", project.root, dirs_exist_ok=True)
        words = ("--tokens-method", "estimate", *about.get("options", ()))
        run = skillctl("prompt", *words, "--explain", *about["argv"], cwd=project.root)
        assert run.code == about.get("code", ABSENT)
        assert not (run.out and run.code == UNKNOWN)
        text = run.out or run.err
        for folder, word in {project.root: "{PROJECT}", project.home: "{HOME}"}.items():
            text = text.replace(str(folder), word)
        return text

    return explain


@pytest.mark.parametrize("case", golden_cases("explain"))
def test_golden(case, explained, golden):
    assert explained(case) == golden("expected.txt")


TYPED = re.compile(r"\bwith: skillctl (.+)")


@pytest.mark.parametrize(
    "name",
    [
        *("pending-skill", "pending-server", "changed-skill", "denied-skill", "denied-server"),
        "disabled-skill",
    ],
)
def test_a_remedy_works_when_it_is_typed(name, explained, skillctl, project):
    text = explained(GOLDEN / "explain" / name)
    words = TYPED.search(text)[1].split()
    if words[0] == "consent":  # without a terminal, it is granted by what was looked at
        seen = skillctl("fingerprint", words[-1], cwd=project.root).out
        words[-1:] = ["--fingerprint", re.search("sha256:[0-9a-f]{64}", seen)[0], words[-1]]
    assert skillctl(*words, cwd=project.root).code == 0
    run = skillctl("prompt", "--explain", words[-1], cwd=project.root)
    assert (run.code, "absent" in run.out) == (0, False)


EDITED = {
    "hidden-skill": {"disable-model-invocation: true\n": ""},
    "filtered-tool": {'"disabledTools"': '"enabledTools"'},
    "filtered-server": {'"disabledTools"': '"enabledTools"'},
    "disabled-server": {'"disabled": true': '"timeout": 30'},
    "cut-over-the-limit": {"max-skills = 2": "max-skills = 3"},
}


@pytest.mark.parametrize("name", EDITED)
def test_a_remedy_works_when_it_is_done_by_hand(name, explained, skillctl, project):
    case = GOLDEN / "explain" / name
    explained(case)
    for path in (*project.root.rglob("*"), *project.config_dir.rglob("*")):
        for old, new in EDITED[name].items():
            if path.is_file() and old in path.read_text():
                path.write_text(path.read_text().replace(old, new))
    project.write({"fakes/weather.toml": FAKE}).grant()
    (asked,) = tomllib.loads((case / "case.toml").read_text())["argv"]
    run = skillctl("prompt", "--explain", asked, cwd=project.root)
    assert (run.code, "absent" in run.out) == (0, False)


@pytest.mark.parametrize(
    ("name", "option"),
    [
        ("cut-from-catalog", "skillctl.toml"),
        ("surface-tool", "--surface"),
        ("surface-server", "--surface"),
    ],
)
def test_a_remedy_that_is_an_option_works(name, option, explained, skillctl, project):
    case = GOLDEN / "explain" / name
    explained(case)
    (asked,) = tomllib.loads((case / "case.toml").read_text())["argv"]
    words = ("--surface", "tools") if option == "--surface" else ()
    if not words:
        project.write({option: "[skills]\nmax-lines = 13\n"})
    run = skillctl("prompt", *words, "--explain", asked, cwd=project.root)
    assert (run.code, "absent" in run.out) == (0, False)


@pytest.mark.parametrize("reason", REASONS)
def test_each_reason_has_a_golden_with_place_and_remedy(reason):
    texts = [(c / "expected.txt").read_text() for c in (GOLDEN / "explain").glob(f"{reason}*")]
    assert texts
    for text in texts:
        assert f"absent ({reason}): " in text
        assert re.search(r"\n  remedy: |look and grant with: ", text)
        assert re.search(r"[\w./-]+\.(json|toml|md)\b|skills/\w+|server \"?\w+|catalog", text)
