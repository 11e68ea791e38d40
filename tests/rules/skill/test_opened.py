"""What a run asks of the disk: one listing of each folder, no question per link (lint.md 8.3)."""

import builtins
import io
import os
from collections import Counter

import pytest

HEAD = "---\nname: {}\ndescription: Does it. Use when asked to do it.\n---\n"


@pytest.fixture
def asked(monkeypatch):
    """The calls by name, each with how often it was made for each path."""
    calls = {}
    for module, name in ((os, "stat"), (os, "lstat"), (os, "scandir"), (os, "open"), (io, "open")):
        counter = calls.setdefault(name, Counter())
        monkeypatch.setattr(module, name, counting(getattr(module, name), counter))
    monkeypatch.setattr(builtins, "open", io.open)
    return calls


def counting(call, counter):
    def count(path, *words, **options):
        counter[str(path)] += 1
        return call(path, *words, **options)

    return count


def test_links_cost_one_listing_of_each_folder(skillctl, tree, asked):
    links = "".join(f"[{n}](references/{n}.md) [m](../shared/{n}.md)\n" for n in range(40))
    files = {f"skills/{n}/SKILL.md": HEAD.format(n) + links for n in "abc"}
    files |= {f"skills/{s}/references/{n}.md": "" for s in "abc" for n in range(40)}
    root = tree({**files, **{f"skills/shared/{n}.md": "" for n in range(40)}})
    for counter in asked.values():
        counter.clear()
    run = skillctl("lint", "--isolated", "--select", "SK4", ".", cwd=root)
    assert run.out.endswith("3 skills checked: 120 warnings\n")
    below = {n: {p: k for p, k in c.items() if str(root) in p} for n, c in asked.items()}
    assert [p for p in below["open"] if p.endswith(".md") and not p.endswith("SKILL.md")] == []
    for name in ("stat", "lstat"):
        assert [path for path in below[name] if "/references/" in path or "/shared/" in path] == []
    # the walk looks through each folder once; links list what they pass, and share what is shared
    assert below["scandir"][f"{root}/skills/a/references"] == 2
    assert below["scandir"][f"{root}/skills/shared"] == 2
    assert below["scandir"][f"{root}/skills"] == 2


def test_skills_without_links_are_not_listed_again(skillctl, tree, asked):
    root = tree({f"skills/{n}/SKILL.md": HEAD.format(n) + "Do it.\n" for n in "abc"})
    skillctl("lint", "--isolated", ".", cwd=root)
    assert asked["scandir"][f"{root}/skills/a"] == 1
    assert asked["lstat"][f"{root}/skills/a/SKILL.md"] <= 3
