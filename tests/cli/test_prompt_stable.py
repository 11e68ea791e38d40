import json
import re
import sys
from hashlib import sha256
from itertools import count

import pytest

from skillctl.agent.messages import UserMessage
from skillctl.cli.ground import Wanted, gathered, request_of, standpoint
from skillctl.cli.prompt_stable import CHILDREN, check_stable
from skillctl.cli.surroundings import surroundings
from tests.agent.fixtures import full, project
from tests.conftest import write_tree

__all__ = ["full", "project"]

# a server that sends its list, or what is in it, in another order each time
SHUFFLER = """
import json, random, sys
what, city, day = sys.argv[1], {"type": "string"}, {"type": "integer"}
def schema():
    rows = [("city", city), ("day", day), ("hour", day), ("unit", city)]
    keys = [("type", "object"), ("properties", {}), ("required", [k for k, _ in rows])]
    if what == "keys":
        random.shuffle(rows); random.shuffle(keys)
    found = dict(keys)
    found["properties"] = dict(rows)
    if what == "keys":
        random.shuffle(found["required"])
    return found
def tools():
    found = [{"name": n, "description": "Gives " + n, "inputSchema": schema()} for n in "abcdefg"]
    if what == "tools":
        random.shuffle(found)
    return found
for line in sys.stdin:
    asked = json.loads(line)
    if asked["method"] == "initialize":
        result = {"protocolVersion": asked["params"]["protocolVersion"],
                  "capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}}
    elif asked["method"] == "tools/list":
        result = {"tools": tools()}
    else:
        continue
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
"""


@pytest.fixture
def shuffler(project):
    """A project with two servers of the user, one of which shuffles `what`."""

    def make(what):
        write_tree(project.home, {"shuffler.py": SHUFFLER})
        path = str(project.home / "shuffler.py")
        servers = {
            name: {"command": sys.executable, "args": [path, word]}
            for name, word in {"one": what, "two": "nothing"}.items()
        }
        write_tree(project.config_dir, {"mcp.json": json.dumps({"mcpServers": servers})})
        return project

    return make


def skill(name):
    return f"---\nname: {name}\ndescription: Does {name}. Use when asked.\n---\nDo it.\n"


MANY = {
    **{f".agents/skills/{name}/SKILL.md": skill(name) for name in ("a", "b", "c/d")},
    ".claude/skills/e/SKILL.md": skill("e"),
    ".mcp.json": json.dumps({"mcpServers": {"x": {"command": "x"}, "a": {"command": "x"}}}),
}


def test_a_stable_request_has_one_digest(project, skillctl):
    project.write(MANY).grant()
    fake = 'schema = "skillctl.fake/1"\n[server]\npage_size = 2\n'
    tools = "".join(f'[[tool]]\nname = "{name}"\n' for name in "dcbae")
    write_tree(project.root, {"fake.toml": fake + tools, "other.toml": fake + tools})
    words = ("prompt", "--fake", "fake.toml", "--fake", "other.toml", "--file", "x", "Hi")
    run = skillctl(*words, "--check-stable", cwd=project.root)
    body = skillctl(*words, "--format", "body", cwd=project.root).out
    assert (run.code, run.out) == (0, sha256(body.encode()).hexdigest())


@pytest.fixture
def stand(project, monkeypatch):
    monkeypatch.chdir(project.root)

    def made():
        here = standpoint(surroundings(), Wanted())
        with gathered(here, Wanted()) as seen:
            said = [UserMessage("Hi")]
            return here, request_of(seen, here.settings, said, dialect="openai-chat", model="m")

    return made


def test_ten_shuffles_change_nothing(project, stand, shuffler, monkeypatch):
    monkeypatch.setattr("skillctl.cli.prompt_stable.CHILDREN", ())
    shuffler("tools")
    project.write({k: v for k, v in MANY.items() if k != ".mcp.json"}).grant()
    here, built = stand()
    for seed in range(10):
        found = check_stable(here, built, bare=False, seed=seed)
        assert found == (sha256(built.body).hexdigest(), 0)


@pytest.mark.parametrize("setting", ["raw", "sorted"])
def test_a_server_that_shuffles_the_keys_of_its_schemas(shuffler, skillctl, setting):
    project = shuffler("keys")
    write_tree(project.config_dir, {"skillctl.toml": f'[mcp]\nschema-keys = "{setting}"\n'})
    run = skillctl("prompt", "--check-stable", "Hi", cwd=project.root)
    if setting == "sorted":
        assert (run.code, len(run.out)) == (0, 64)
        return
    assert run.code == 1
    first, ours, theirs, remedy = run.out.splitlines()
    assert re.fullmatch(
        "not stable: byte [0-9,]+ of [0-9,]+ is another one when this is varied: the order of "
        "config files",
        first,
    )
    assert ours.startswith("- in tools: one/a, from one/a: ")
    assert theirs.startswith("+ in tools: one/a, from one/a: ")
    assert remedy.startswith("remedy: mcp__one__a, ")
    assert 'set schema-keys = "sorted" in [mcp] of the settings' in remedy


def test_a_server_that_shuffles_its_tools_is_stable(shuffler, skillctl):
    run = skillctl("prompt", "--check-stable", "Hi", cwd=shuffler("tools").root)
    assert (run.code, len(run.out), run.err) == (0, 64, "")


@pytest.mark.parametrize(
    ("shuffled", "setting", "code"),
    [('"tools"', "raw", 0), ('"keys"', "raw", 1), ('"keys"', "sorted", 0)],
)
def test_a_fake_that_shuffles_does_so_anew_at_each_start(
    project, skillctl, shuffled, setting, code
):
    types = ", ".join(f"{name} = {{ type = 'string' }}" for name in "abcdefgh")
    schema = f'input_schema = {{ type = "object", properties = {{ {types} }} }}\n'
    tools = "".join(f'[[tool]]\nname = "{name}"\n{schema}' for name in ("get", "set", "put"))
    head = f'schema = "skillctl.fake/1"\n[server]\nname = "s"\nshuffle = [{shuffled}]\n'
    project.write({"s.toml": head + tools})
    write_tree(project.config_dir, {"skillctl.toml": f'[mcp]\nschema-keys = "{setting}"\n'})
    run = skillctl("prompt", "--fake", "s.toml", "--check-stable", "Hi", cwd=project.root)
    assert run.code == code
    if code:
        first, ours, theirs, remedy = run.out.splitlines()
        assert first.endswith("when this is varied: the order in which servers start")
        assert {line[: line.index(":")] for line in (ours, theirs)} == {"- in tools", "+ in tools"}
        assert remedy.startswith("remedy: mcp__s__get, mcp__s__put, mcp__s__set: a schema has its")


def test_a_build_that_does_not_sort_its_tools_is_found_at_the_byte(project, skillctl, monkeypatch):
    for name in ("one", "two"):
        project.write({f"{name}.toml": 'schema = "skillctl.fake/1"\n[[tool]]\nname = "a"\n'})
    words = ("prompt", "--fake", "one.toml", "--fake", "two.toml", "Hi")
    turns = count()

    def unsorted(view, settings):
        del settings
        return view.tools[::-1] if next(turns) == 3 else view.tools

    monkeypatch.setattr("skillctl.agent.assembly.offered_tools", unsorted)
    body = skillctl(*words, "--format", "body", cwd=project.root).out
    at = body.index("one__a")
    run = skillctl(*words, "--check-stable", cwd=project.root)
    assert run.code == 1
    first, ours, theirs = run.out.splitlines()
    assert first == (
        f"not stable: byte {at:,} of {len(body):,} is another one when this is varied: "
        "the order in which skill roots list what is in them"
    )
    assert ours == f"- in tools: one/a, from one/a: {body[at : at + 40]}"
    assert theirs.startswith('+ in tools: two/a, from two/a: two__a","description":')


def test_a_process_with_another_hash_seed_is_found(project, skillctl, monkeypatch):
    code = (
        "import sys; sys.path.insert(0, {!r}); import skillctl.agent.base as base; "
        "import dataclasses as d; words = ''.join(sorted(set('abcdefgh'), key=hash));"
        "base.BUILTIN_TOOLS = tuple(d.replace(t, description=words) for t in base.BUILTIN_TOOLS);"
        "from skillctl.cli.stable_child import main; main()"
    )
    monkeypatch.setattr("skillctl.cli.prompt_stable._RUN", code)
    run = skillctl("prompt", "--check-stable", "Hi", cwd=project.root)
    assert run.code == 1
    first, ours, theirs = run.out.splitlines()
    assert first.endswith(
        "is another one when this is varied: the process (PYTHONHASHSEED=0, TZ=Pacific/Kiritimati, "
        "LC_ALL=C, LANG=C, another working directory)"
    )
    assert ours.startswith("- in tools: read_file, from builtin: Read a text file")
    assert theirs.startswith("+ in tools: read_file, from builtin: ")


def test_a_process_that_cannot_build_is_told(project, skillctl, monkeypatch):
    monkeypatch.setattr("skillctl.cli.prompt_stable._RUN", "raise SystemExit({!r} and 'no way')")
    run = skillctl("prompt", "--check-stable", cwd=project.root)
    assert (run.code, run.out) == (2, "")
    assert "error: a build in another process ended with 1: no way\n" in run.err


def test_what_is_granted_is_there_in_every_build(full, skillctl):
    words = ("prompt", "--skill", "notes", "--dialect", "anthropic-messages")
    run = skillctl(*words, "--check-stable", cwd=full.root)
    body = skillctl(*words, "--format", "body", cwd=full.root).out
    assert (run.code, run.out, run.err) == (0, sha256(body.encode()).hexdigest(), "")
    assert "mcp__weather__get" in body


def test_without_any_config(project, skillctl):
    words = ("prompt", "--no-config", "--model", "m", "Hi")
    run = skillctl(*words, "--check-stable", cwd=project.root)
    body = skillctl(*words, "--format", "body", cwd=project.root).out
    assert (run.code, run.out) == (0, sha256(body.encode()).hexdigest())


def test_what_is_varied_for_a_process_is_said():
    assert [child.variables["PYTHONHASHSEED"] for child in CHILDREN] == ["0", "1"]
    assert len({child.variables["TZ"] for child in CHILDREN}) == 2
    assert len({child.variables["LC_ALL"] for child in CHILDREN}) == 2


def test_it_is_not_asked_for_with_another_view(project, skillctl):
    run = skillctl("prompt", "--check-stable", "--tokens", cwd=project.root)
    assert (run.code, run.out) == (2, "")
    assert "--tokens and --check-stable ask for different things" in run.err
