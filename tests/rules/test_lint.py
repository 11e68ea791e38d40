from pathlib import Path

import pytest

from skillctl.errors import SkillctlError
from skillctl.findings import Severity
from skillctl.rules.find.paths import LintFolders
from skillctl.rules.lint import KINDS, LintRequest, all_rules, lint
from skillctl.rules.registry import ALL_RULES
from skillctl.rules.rule import rule
from skillctl.rules.skill import check as skill_check
from skillctl.settings import LintSettings

BAD = "---\nname: b\n---\n"


def run(root, *paths, **values):
    settings = LintSettings(**values.pop("settings", {}))
    places = values.pop("places", LintFolders(root))
    named = [Path(path) for path in paths or ["."]]
    return lint(LintRequest(paths=named, places=places, settings=settings, **values))


def codes(result):
    return [f"{f.location.path} {f.code}" for f in result.report.findings]


def test_all_kinds_go_into_one_report(tree):
    root = tree({"a/SKILL.md": BAD, ".mcp.json": "[]", "x.mcp.json": "{}"})
    result = run(root)
    assert codes(result) == [".mcp.json MC007", "a/SKILL.md SK211", "a/SKILL.md SK207"]
    assert [(s.path, s.reason) for s in result.report.skipped] == [
        ("x.mcp.json", "not a server config")
    ]
    assert (result.report.files, result.crashes) == (3, ())


def test_nothing_to_check_is_an_error_unless_allowed(tree):
    root = tree({"a/README.md": "", "b/x.mcp.json": "{}"})
    with pytest.raises(SkillctlError, match=r"^nothing to check in a, b \(looked for SKILL.md"):
        run(root, "a", "b")
    assert run(root, allow_empty=True).report.cases == ()


def test_settings_select_exclude_and_silence(tree):
    root = tree({f"{name}/SKILL.md": BAD for name in ("a", "b", "c")})
    settings = {
        "select": ("SK2",),
        "extend_ignore": ("SK211",),
        "extend_exclude": ("c",),
        "per_path_ignores": {"b/**": ("name-directory",)},
        "severity": {"SK207": "warning"},
        "fail_on": "warning",
    }
    result = run(root, settings=settings)
    assert codes(result) == ["a/SKILL.md SK207"]
    assert result.report.findings[0].severity is Severity.WARNING
    assert result.report.failed
    never = run(root, settings=settings | {"fail_on": "never"})
    assert not never.report.failed


@pytest.mark.parametrize("key", ["select", "ignore"])
def test_an_unknown_code_in_the_settings_ends_the_run(key, tree):
    root = tree({"a/SKILL.md": BAD})
    with pytest.raises(SkillctlError, match="SK9"):
        run(root, settings={key: ("SK9",)})
    with pytest.raises(SkillctlError, match="SK9"):
        run(root, settings={"per_path_ignores": {"*": ("SK9",)}})


def test_limits_come_from_the_settings(tree):
    root = tree({"a/SKILL.md": BAD, "b/x": ""})
    assert codes(run(root, settings={"max_file_bytes": 3})) == ["a/SKILL.md SK006"]
    assert codes(run(root, settings={"max_entries": 1}))[0] == ". LT001"


def test_a_text_is_checked_under_its_name(tree):
    root = tree({"a/x": ""})
    assert codes(run(root, "a/SKILL.md", text=b"# T\n")) == ["a/SKILL.md SK101"]
    assert codes(run(root, "a/.mcp.json", text=b"{")) == ["a/.mcp.json MC001"]
    with pytest.raises(SkillctlError, match="nothing to check in a/x"):
        run(root, "a/x", text=b"text")


def test_a_crash_is_kept_beside_all_findings(tree, monkeypatch):
    @rule("SK999", "bug", Severity.ERROR, message="", consequence="", advice="")
    def bug(_skill):
        raise ZeroDivisionError

    monkeypatch.setattr(skill_check, "RULES", (bug, *skill_check.RULES))
    result = run(tree({"a/SKILL.md": BAD}))
    assert codes(result) == ["a/SKILL.md SK211", "a/SKILL.md SK207"]
    ((code, path, error),) = result.crashes
    assert (code, path, type(error)) == ("SK999", "a/SKILL.md", ZeroDivisionError)


def test_every_kind_has_its_module():
    from importlib import import_module

    for module in KINDS.values():
        assert isinstance(import_module(module).RULES, tuple)
    assert all_rules() is ALL_RULES
