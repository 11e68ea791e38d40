"""The block of `skills list --format xml --absolute` and that of the reference library."""

import subprocess

import pytest

from tests.conftest import write_tree
from tests.peers.programs import find_peer

pytestmark = pytest.mark.peer

INSTALL = "pip install skills-ref"
SKILLS = {
    "notes": ">\n  Keeps \"all\" & <b> 'notes'.\n  Use it.",
    "plain": "Reads files. Use when asked.",
    "quoted": '"Sorts #1 issues: fast. It\'s </skill> & more."',
    "wide": "Größe, 日本語 and é. Use when asked.",
    "wrapped": "Wrapped plain\n  over three\n  lines.",
}


@pytest.mark.parametrize("where", ["project", "home"])
def test_the_block_is_that_of_the_reference(tmp_path, home, skillctl, where):
    """In a user's folder nothing needs consent; `--skills` of the project would."""
    project = tmp_path / "project"
    root = home / ".agents/skills" if where == "home" else tmp_path / "named"
    texts = {
        f"{name}/SKILL.md": f"---\nname: {name}\ndescription: {words}\n---\nDo it.\n"
        for name, words in SKILLS.items()
    }
    write_tree(root, texts)
    project.mkdir()
    words = [find_peer("agentskills", INSTALL), "to-prompt", *(root / name for name in SKILLS)]
    wanted = subprocess.run(words, capture_output=True, check=True).stdout.decode()
    more = () if where == "home" else ("--skills", root)
    run = skillctl("skills", "list", "--format", "xml", "--absolute", *more, cwd=project)
    assert (run.code, run.out) == (0, wanted)
