import json
import shlex
import shutil

import pytest

from skillctl.findings import Safety
from skillctl.rules.registry import ALL_RULES
from skillctl.source import yaml_text
from skillctl.source.yaml_pure import PureLoader
from skillctl.version import VERSION
from tests.conftest import GOLDEN, ROOT, golden_cases

CASES = golden_cases("lint")
SIDES = ("bad", "good")


FIXABLE = {rule.code for rule in ALL_RULES if rule.fix is Safety.SAFE}


@pytest.fixture
def lint(skillctl, tmp_path):
    """Lint a copy of a golden folder's input, with the arguments that the file `cmd` adds."""

    def run(folder, *words):
        copy = tmp_path / folder.name
        if not copy.exists():
            shutil.copytree(folder / "input", copy, symlinks=True)
        extra = folder / "cmd"
        return skillctl(
            "lint", *words, *shlex.split(extra.read_text() if extra.exists() else ""), cwd=copy
        )

    return run


def stable(text):
    document = json.loads(text)
    document["tool"]["version"] = document["platform"] = "-"
    return json.dumps(document, indent=1) + "\n"


@pytest.mark.parametrize("folder", CASES)
def test_text(folder, lint, golden):
    for side in SIDES:
        assert lint(folder / side).out == golden(f"{side}/stdout.txt")


@pytest.mark.parametrize("folder", CASES)
def test_text_without_libyaml(folder, lint, monkeypatch):
    monkeypatch.setattr(yaml_text, "LOADER", PureLoader)
    for side in SIDES:
        assert lint(folder / side).out == (folder / side / "stdout.txt").read_text()


@pytest.mark.parametrize("folder", CASES)
def test_json(folder, lint, golden):
    for side in SIDES:
        assert stable(lint(folder / side, "--format", "json").out) == golden(f"{side}/report.json")


@pytest.mark.parametrize("folder", CASES)
def test_the_bad_side_breaks_this_rule_only_and_the_good_side_none(folder, lint):
    from jsonschema import Draft202012Validator

    schema = json.loads((ROOT / "docs" / "lint.schema.json").read_text())
    bad, good = (lint(folder / side, "--format", "json") for side in SIDES)
    for run in (bad, good):
        Draft202012Validator(schema).validate(json.loads(run.out))
    code = folder.name.partition("-")[0]
    found = [f["code"] for f in json.loads(bad.out)["findings"]]
    assert set(found) == {code}
    errors = any(f["severity"] == "error" for f in json.loads(bad.out)["findings"])
    assert bad.code == int(errors)
    assert json.loads(good.out)["findings"] == []
    assert good.code == 0


def files_of(root):
    return {p.relative_to(root).as_posix(): p.read_bytes() for p in root.rglob("*") if p.is_file()}


def is_fixable(folder):
    """Whether the bad side is mended in part at least; a further edge may show one that is not."""
    code, _, name = folder.name.partition("-")
    of_rule = code in FIXABLE and name in {rule.name for rule in ALL_RULES}
    return of_rule or (folder / "bad" / "fixed").is_dir()


@pytest.mark.parametrize("folder", [c for c in CASES if is_fixable(*c.values)])
def test_fixed(folder, lint, golden, tmp_path):
    lint(folder / "bad", "--fix")
    fixed = files_of(tmp_path / "bad")
    for name, data in fixed.items():
        assert data == golden(f"bad/fixed/{name}")
    assert files_of(folder / "bad" / "fixed") == fixed != files_of(folder / "bad" / "input")
    again = lint(folder / "bad", "--fix", "--format", "json")
    summary = json.loads(again.out)["summary"]
    assert (files_of(tmp_path / "bad"), summary["fixed"]) == (fixed, 0)
    assert lint(folder / "bad", "--diff").out == ""


def test_every_rule_has_its_folder_with_two_sides():
    codes = {rule.code for rule in ALL_RULES}
    names = {p.name for p in (GOLDEN / "lint").iterdir()}
    assert {f"{rule.code}-{rule.name}" for rule in ALL_RULES} <= names
    assert {name.partition("-")[0] for name in names} == codes
    for folder in (GOLDEN / "lint").iterdir():
        assert {p.name for p in folder.iterdir()} == set(SIDES)
        for side in SIDES:
            files = {p.name for p in (folder / side).iterdir()}
            optional = {"cmd", "fixed"} if side == "bad" else {"cmd"}
            assert files - optional == {"input", "stdout.txt", "report.json"}


def test_the_version_stands_in_the_report(skillctl, tree):
    folder = tree({"a/SKILL.md": ""})
    assert (
        json.loads(skillctl("lint", "--format", "json", folder).out)["tool"]["version"] == VERSION
    )
