"""tiktoken in JavaScript, with its own copy of the ranks: its counts are ours, to the token."""

import json
import subprocess
from random import Random
from shutil import which

import pytest

from skillctl.tokens import EXACT, counts
from tests.peers.programs import FOLDERS, missing

pytestmark = pytest.mark.peer

SCRIPT = """
const { Tiktoken } = require("js-tiktoken/lite");
const ranks = require("js-tiktoken/ranks/o200k_base");
const encoder = new Tiktoken(ranks.default ?? ranks);
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(texts.map((text) => encoder.encode(text, [], []).length)));
"""
LETTERS = [
    *("a", "B", "é", "報", "🙂", "👩\u200d👩\u200d👧", "\u0301", "ह", "ि", "ǅ", "ʰ"),
    *("\u2028", "\u00a0", "\x1b"),
    *(" ", "\n", "\r\n", "\t", "1", "23", "'s", "'LL", "/", '{"', "},", "<|endoftext|>"),
]  # fmt: skip


def counted(texts):
    """The counts of the peer."""
    pytest.importorskip("toktok", reason="not installed: pip install '.[tokens]'")
    homes = (folder for folder in FOLDERS if (folder / "node_modules/js-tiktoken").is_dir())
    home, node = next(homes, None), which("node")
    if home is None or node is None:
        missing("js-tiktoken", "npm install --prefix .peers js-tiktoken")
    done = subprocess.run(
        [node, "-e", SCRIPT],
        cwd=home,
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    return json.loads(done.stdout)


def test_texts_of_any_kind():
    random = Random(4)  # the same texts in every run
    texts = ["".join(random.choices(LETTERS, k=random.randint(0, 60))) for _ in range(1_000)]
    assert counted(texts) == counts(texts, EXACT)


def test_tools_and_skills_as_they_are_published(shared):
    tools = sorted((shared / "corpus-tools").glob("*/*.json"))
    skills = sorted((shared / "corpus").rglob("SKILL.md"))[::10]
    texts = [path.read_bytes().decode("utf-8", "replace")[:3_000] for path in [*tools, *skills]]
    assert len(texts) > 200
    assert counted(texts) == counts(texts, EXACT)
