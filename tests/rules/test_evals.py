import json

import pytest

SKILL = "---\nname: a\ndescription: Does one thing.\n---\nText.\n"


@pytest.fixture
def counts(skillctl, tree):
    def run(files, *words, **more):
        found = skillctl("lint", "--format", "json", *words, cwd=tree(files), **more)
        document = json.loads(found.out)
        assert document["findings"] == []
        return document["summary"]["skills"], document["summary"]["evals"]

    return run


def test_trials_in_a_skill_are_counted(counts):
    files = {"a/SKILL.md": SKILL, "a/evals/one.json": "{", "a/evals/two.json": "[]"}
    others = {"a/evals/notes.txt": "", "a/evals/deep/x.json": "", "a/b/evals/x.json": ""}
    assert counts({**files, **others, "evals/x.json": "{}"}) == (1, 2)


def test_a_file_of_trials_is_judged_by_its_name(counts):
    files = {"a/SKILL.md": SKILL, "a/evals/one.json": "{}", "a/evals/x/one.json": ""}
    assert counts(files, "a/evals/one.json") == (0, 1)
    assert counts(files, "a/evals/x/one.json") == (1, 0)
    assert counts(files, "-", "--stdin-filename", "a/evals/new.json", stdin="{}") == (0, 1)


def test_the_summary_names_them(skillctl, tree):
    run = skillctl("lint", cwd=tree({"a/SKILL.md": SKILL, "a/evals/one.json": "{}"}))
    assert run.out == "1 skill, 1 evals file checked: no findings\n"
