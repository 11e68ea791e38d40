"""Descriptions of published skills as the reference library reads them, with another parser."""

import json
import subprocess
from pathlib import Path

import pytest

from skillctl.skills.document import read_skill_document
from tests.peers.programs import find_python

pytestmark = pytest.mark.peer

INSTALL = "pip install skills-ref"
READ = """
import json, pathlib, sys
from skills_ref.parser import parse_frontmatter
found = {}
for file in pathlib.Path(sys.argv[1]).rglob("SKILL.md"):
    try:
        fields, _ = parse_frontmatter(file.read_bytes().decode())
        found[str(file)] = fields.get("description")
    except Exception as error:
        found[str(file)] = [type(error).__name__]
json.dump(found, sys.stdout)
"""


def test_all_but_what_it_refuses_are_the_same(shared):
    python = find_python(("skills_ref",), INSTALL)
    done = subprocess.run([python, "-c", READ, shared / "corpus"], capture_output=True, check=True)
    theirs = json.loads(done.stdout)
    refused = [path for path, words in theirs.items() if isinstance(words, list)]
    assert (len(theirs), len(refused)) == (1134, 1)
    for path in theirs.keys() - refused:
        ours = read_skill_document(Path(path), "f").text("description")
        assert " ".join((ours or "").split()) == " ".join((theirs[path] or "").split()), path
