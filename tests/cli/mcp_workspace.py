"""A project with servers for the tests of `skillctl mcp`."""

import json
import sys

from tests.mcp.servers import HEAD

DYING = "sys.stderr.write('no database\\n')\nsys.exit(4)\n"


def make_workspace(tree, monkeypatch, user=None, **bodies):
    """A project whose `.mcp.json` has one server per body, and a user's own file."""
    entries, files = {}, {"config/.keep": "", "p/skillctl.toml": ""}
    for name, body in bodies.items():
        files[f"p/{name}.py"] = HEAD + body
        entries[name] = {"command": sys.executable, "args": [f"{name}.py"]}
    files["p/.mcp.json"] = json.dumps({"mcpServers": entries})
    if user is not None:
        files["config/mcp.json"] = json.dumps({"mcpServers": user})
    root = tree(files)
    (root / "config").chmod(0o700)
    monkeypatch.setenv("SKILLCTL_CONFIG_DIR", str(root / "config"))
    return root / "p"


def grant_all(skillctl, project):
    """Consent to every server of a project, each by its exact fingerprint."""
    listed = json.loads(skillctl("mcp", "list", "--format", "json", cwd=project).out)
    for server in listed["servers"]:
        if server["fingerprint"]:
            words = ("--kind", "server", "--fingerprint", server["fingerprint"])
            assert skillctl("consent", "grant", server["name"], *words, cwd=project).code == 0
    return project


def user_server(folder, body):
    """An entry of the user's own file for a program in a folder."""
    (folder / "own.py").write_text(HEAD + body)
    return {"command": sys.executable, "args": [str(folder / "own.py")]}
