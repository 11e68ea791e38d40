"""Servers and the files of their skills: golden/generated."""

import json

import pytest
import yaml

from skillctl.tools.generated.names import folder_name
from skillctl.tools.generated.render import Documented, generate
from tests.conftest import golden_cases


def generated(case):
    about = json.loads((case / "case.json").read_text())
    tools = [
        Documented(
            name=tool["name"], description=tool["description"], schema=tool.get("inputSchema")
        )
        for tool in about["tools"]
    ]
    return generate(about["server"], tools, about["instructions"], about["notes"])


def told(found):
    """The folder under both namings, each file, and each note."""
    names = (folder_name(found.server, colon=colon) for colon in (True, False))
    yield f"folder: {' or '.join(dict.fromkeys(names))}\n"
    for path, data in found.files.items():
        yield f"=== {path}\n{data.decode()}"
    yield from (f"note: {note}\n" for note in found.notes)


@pytest.mark.parametrize("case", golden_cases("generated"))
def test_golden(case, golden):
    assert "".join(told(generated(case))) == golden("files.txt")


@pytest.mark.parametrize("case", golden_cases("generated"))
def test_what_is_generated_is_read_back(case):
    about = json.loads((case / "case.json").read_text())
    found = generated(case)
    front = yaml.safe_load(found.files["SKILL.md"].decode().split("---\n")[1])
    assert front["name"] == f"mcp:{about['server']}"
    assert found.paths.keys() | found.left_out.keys() == {tool["name"] for tool in about["tools"]}
    assert found.files.keys() == {"SKILL.md", *found.paths.values()}
    assert all(isinstance(json.loads(found.files[path]), dict) for path in found.paths.values())
