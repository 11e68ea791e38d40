"""Packages on disk for the tests: npm folders and installed Python distributions."""

import json

from tests.skills.conftest import skill_text


def npm(*entries, dependencies=("notes",), name="notes"):
    """A project that depends on packages, one of which names folders of skills."""
    needed = dict.fromkeys(dependencies, "*")
    return {
        "package.json": json.dumps({"dependencies": needed}),
        f"node_modules/{name}/package.json": json.dumps({"name": name, "gbsSkills": entries}),
    }


def npm_skill(path, name=None, package="notes"):
    """A skill in an npm package."""
    text = skill_text(name or path.rpartition("/")[2])
    return {f"node_modules/{package}/{path}/SKILL.md": text}


SITE = ".venv/lib/python3.11/site-packages"


def dist(points, name="notes", version="1.0", site=SITE):
    """The metadata of an installed distribution whose entry points are `{name: value}`."""
    lines = "".join(f"{point} = {value}\n" for point, value in points.items())
    text = f"[console_scripts]\nrun = notes:main\n\n[skillctl.skills]\n{lines}"
    return {f"{site}/{name}-{version}.dist-info/entry_points.txt": text}
