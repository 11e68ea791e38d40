"""A project and skills on disk for the tests of `skillctl skills`."""

from pathlib import Path

SKILL = "---\nname: {0}\ndescription: Does {0}. Use when asked.\n---\nDo it.\n"


def put(root, name, text=None):
    path = root / name / "SKILL.md"
    path.parent.mkdir(parents=True)
    path.write_text(SKILL.format(Path(name).name) if text is None else text)
