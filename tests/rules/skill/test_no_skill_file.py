import json

import pytest

SKILL = "---\nname: a\ndescription: b\n---\n"
FILES = {"skills/a/SKILL.md": SKILL, "skills/notes/README.md": "# notes", "skills/x/y/z": ""}


def rows(run):
    return [(f["code"], f["path"], f["range"]) for f in json.loads(run.out)["findings"]]


def test_it_is_a_note_that_runs_if_it_is_asked_for(skillctl, tree):
    root = tree(FILES)
    run = skillctl("lint", "--format", "json", "--extend-select", "SK002", ".", cwd=root)
    assert rows(run) == [("SK002", "skills/notes", None), ("SK002", "skills/x", None)]
    assert run.code == 0
    assert (
        json.loads(run.out)["summary"] | {"skills": 1, "files": 1, "notes": 2}
        == (json.loads(run.out)["summary"])
    )


def test_by_default_nothing_is_said_of_it(skillctl, tree):
    run = skillctl("lint", ".", cwd=tree(FILES))
    assert run.out == "1 skill checked: no findings\n"


def test_a_folder_without_any_skill_is_nothing_to_check(skillctl, tree):
    root = tree({"skills/notes/README.md": ""})
    assert skillctl("lint", ".", cwd=root).code == 2
    run = skillctl("lint", "--select", "SK002", ".", cwd=root)
    assert run.out.endswith("1 directory checked: 1 note\n")


@pytest.mark.parametrize("glob", ["skills/notes", "skills/*"])
def test_a_setting_for_paths_silences_it(glob, skillctl, tree):
    root = tree({**FILES, "skillctl.toml": f'[lint.per-path-ignores]\n"{glob}" = ["SK002"]\n'})
    run = skillctl("lint", "--format", "json", "--extend-select", "SK002", ".", cwd=root)
    assert ("SK002", "skills/notes", None) not in rows(run)


def test_validate_leaves_it_aside(skillctl, tree):
    assert skillctl("validate", ".", cwd=tree(FILES)).out == "1 skill checked: no findings\n"
