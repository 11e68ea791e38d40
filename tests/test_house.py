"""The building code: layers, import budgets, sizes, names."""

import ast
import re
import shutil
import subprocess
import sys

import pytest
from importlinter import api as importlinter

from tests.conftest import ROOT

SOURCES = sorted(p for p in (ROOT / "skillctl").rglob("*.py"))
MODULES = [p for p in SOURCES if p.name not in ("__init__.py", "__main__.py", "version.py")]
HEAVY = {
    *("rich.console", "jsonschema", "yaml", "pydantic", "tree_sitter"),
    *("httpx", "httpx2", "mcp", "asyncio"),
}

RUNS_SERVERS = HEAVY | {"skillctl.mcp.client", "skillctl.agent.assembly", "skillctl.agent.gather"}


def run_python(code, **options):
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, **options
    )


def loaded_by(code, heavy=HEAVY):
    """Run code in a new interpreter and give which of the heavy modules it loaded."""
    done = run_python(
        f"{code}\nimport sys\n"
        f"print('\\nLOADED', *sorted({heavy!r} & set(sys.modules)), file=sys.stderr)"
    )
    assert "LOADED" in done.stderr, done.stderr
    return set(done.stderr.rpartition("LOADED")[2].split())


LINT_IMPORTS = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports())"


def run_code(*words):
    return f"__import__('skillctl.cli.app').cli.app.main({list(words)!r})"


def test_layers_hold():
    config = importlinter.read_configuration(str(ROOT / "pyproject.toml"))
    assert len(config["contracts_options"]) == 3
    done = run_python(LINT_IMPORTS, cwd=ROOT)
    assert done.returncode == 0, done.stdout


def test_an_upward_import_is_refused(tmp_path):
    shutil.copytree(ROOT / "skillctl", tmp_path / "skillctl")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    low = tmp_path / "skillctl" / "findings.py"
    low.write_text(low.read_text() + "\nfrom skillctl.rules import engine\n")
    done = run_python(LINT_IMPORTS, cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)})
    assert done.returncode == 1
    assert "skillctl.findings -> skillctl.rules" in done.stdout


def test_version_loads_nothing_heavy():
    assert loaded_by(run_code("--version")) == set()


def test_completion_loads_nothing_heavy():
    words = {"_SKILLCTL_COMPLETE": "complete_bash", "COMP_WORDS": "skillctl l", "COMP_CWORD": "1"}
    code = f"import os; os.environ.update({words!r})\ntry: {run_code()}\nexcept SystemExit: pass"
    assert loaded_by(code) == set()


def test_importing_every_command_module_loads_nothing_heavy():
    names = sorted(p.stem for p in (ROOT / "skillctl" / "cli").glob("*.py") if p.stem != "__init__")
    assert loaded_by("; ".join(f"import skillctl.cli.{name}" for name in names)) == set()


@pytest.mark.parametrize(("value", "loaded"), [("Does one thing.", set()), (">-\n  One", {"yaml"})])
def test_lint_of_a_skill_loads_yaml_only_for_what_is_not_plain(tree, value, loaded):
    folder = tree({"one/SKILL.md": f"---\nname: one\ndescription: {value}\n---\nDo it.\n"})
    assert loaded_by(run_code("lint", "--isolated", str(folder / "one"))) == loaded


@pytest.mark.parametrize("words", [(), ("--format", "body"), ("--tokens",), ("--explain", "one")])
def test_a_prompt_without_servers_loads_nothing_heavy(tree, words):
    folder = tree(
        {".agents/skills/one/SKILL.md": "---\nname: one\ndescription: One.\n---\nDo it.\n"}
    )
    code = run_code("prompt", "Hi", "--project", str(folder), *words)
    assert loaded_by(code) == set()


@pytest.mark.parametrize("words", [("list",), ("show", "one"), ("why", "one")])
def test_a_look_at_skills_loads_nothing_that_runs_servers(tree, words):
    folder = tree(
        {".agents/skills/one/SKILL.md": "---\nname: one\ndescription: One.\n---\nDo it.\n"}
    )
    code = run_code("skills", *words, "--project", str(folder))
    assert loaded_by(code, RUNS_SERVERS) == set()


def test_lint_of_a_config_loads_no_more(tree):
    config = '{"mcpServers": {"notes": {"command": "notes-server"}}}'
    folder = tree({".mcp.json": config})
    assert loaded_by(run_code("lint", "--isolated", str(folder))) <= {"yaml"}


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_sizes(path):
    text = path.read_text()
    assert text.count("\n") <= 300
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno - node.lineno < 45, f"{node.name} is too long"


def test_package_files_hold_a_docstring_only():
    for path in SOURCES:
        if path.name == "__init__.py":
            body = ast.parse(path.read_text()).body
            assert len(body) == 1, path
            assert isinstance(body[0], ast.Expr)


def has_behaviour(path):
    """Whether a module holds a function that does something (Protocol methods are `...`)."""
    functions = [n for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.FunctionDef)]
    return any(ast.unparse(f.body[-1]) != "..." for f in functions)


def namesake(path):
    return ROOT / "tests" / path.relative_to(ROOT / "skillctl").parent / f"test_{path.name}"


def test_every_module_with_behaviour_has_a_namesake_test():
    missing = [
        str(p.relative_to(ROOT)) for p in MODULES if has_behaviour(p) and not namesake(p).is_file()
    ]
    assert missing == []


def test_no_type_checking_blocks_and_no_relative_imports():
    for path in SOURCES:
        assert "TYPE_CHECKING" not in path.read_text(), path


def test_preset_names_stand_in_settings_only():
    word = re.compile(r"\b(grampro|catbuddy|keen)\b", re.IGNORECASE)
    guilty = [str(p) for p in SOURCES if p.name != "settings.py" and word.search(p.read_text())]
    assert guilty == []


def test_only_cli_reads_environment_cwd_and_home():
    word = re.compile(r"\bos\.(environ|getenv|getcwd)\b|\bPath\.(cwd|home)\(|expanduser\(")
    guilty = [
        f"{p.relative_to(ROOT)}: {found.group()}"
        for p in SOURCES
        if p.parent.name != "cli" and (found := word.search(p.read_text()))
    ]
    assert guilty == []


def test_no_machine_path_or_registry_host_in_the_project():
    # spelled in pieces, so that this file does not hold what it looks for
    words = [
        "/" + "work/",
        "py" + "pi.o" + "rg",
        "pythonho" + "sted",
        "registry.np" + "mjs",
        "deb.deb" + "ian",
    ]
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    for name in listed.stdout.decode().split("\0")[:-1]:
        path = ROOT / name
        if path.is_file():
            data = path.read_bytes()
            assert not [w for w in words if w.encode() in data], name


def test_no_group_is_repeated_possessively():
    """Python 3.11.0 to 3.11.4 leave such a repeat at a wrong place (python/cpython#106052)."""
    pattern = re.compile(
        r"\)(?:[*+?]|\{[0-9,]+\})\+|\{(?:default|_ARGUMENT|_RUNNER|_WORD)\}[*+?]\+"
    )
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in (ROOT / "skillctl").rglob("*.py")
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if pattern.search(line)
    ]
    assert found == []
