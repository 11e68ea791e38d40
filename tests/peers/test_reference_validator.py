"""The reference library of Agent Skills: its block against ours."""

import subprocess

import pytest

from tests.peers.programs import find_peer

pytestmark = pytest.mark.peer

INSTALL = "pip install skills-ref"
TEXT = "---\nname: notes\ndescription: >\n  Keeps \"all\" & <b> 'notes'.\n  Use it.\n---\nWrite.\n"


def test_the_block_is_that_of_the_reference(tree, skillctl):
    folder = tree({"notes/SKILL.md": TEXT})
    words = [find_peer("agentskills", INSTALL), "to-prompt", "notes"]
    wanted = subprocess.run(words, cwd=folder, capture_output=True, check=True)
    assert skillctl("skills", "to-prompt", "notes", cwd=folder).out == wanted.stdout.decode()
