"""The commands themselves are tested with what they do: test_mcp_check.py and test_mcp_call.py."""

import subprocess
import sys


def test_the_commands_are_there_and_what_they_need_is_imported_late():
    code = (
        "import sys; from skillctl.cli.mcp import app; "
        "print([c.name for c in app.registered_commands]); "
        "print([m for m in ('skillctl.agent.toolbox', 'jsonschema', 'skillctl.mcp.client') "
        "if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    names, heavy = done.stdout.splitlines()
    assert "'check'" in names
    assert "'call'" in names
    assert heavy == "[]"
