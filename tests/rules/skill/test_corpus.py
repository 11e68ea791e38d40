"""The links and paths of published skills: every one that is reported is known to be wrong."""

import csv
import json
from collections import Counter

import pytest


@pytest.fixture(scope="module")
def known(shared):
    """The links that lead nowhere in the repositories themselves, or here, by file and target."""
    with (shared / "corpus" / "known-links.tsv").open(encoding="utf-8") as file:
        return {(row["file"], row["link target"]) for row in csv.DictReader(file, delimiter="\t")}


def test_links_and_paths(skillctl, shared, known):
    run = skillctl(
        "lint",
        "--isolated",
        "--select",
        "SK0,SK4,SK6",
        "--format",
        "json",
        ".",
        cwd=shared / "corpus",
    )
    findings = json.loads(run.out)["findings"]
    counts = Counter(f["code"] for f in findings)
    assert {code: counts[code] for code in ("SK401", "SK402", "SK404")} == {
        "SK401": 38,
        "SK402": 80,
        "SK404": 55,
    }
    # no skill stands there twice, is a link, or leads out of the corpus
    assert not {"SK001", "SK009", "SK010", "SK403", "SK405", "SK601"} & set(counts)
    missing = [(f["path"], f["message"].split('"')[1]) for f in findings if f["code"] == "SK401"]
    assert [pair for pair in missing if pair not in known] == []
    inside = {path for path, target in missing if not target.startswith("..")}
    assert len(inside) / 1130 <= 0.008


def test_every_known_link_of_a_skill_file_is_reported(skillctl, shared, known):
    run = skillctl(
        "lint", "--isolated", "--select", "SK401", "--format", "json", ".", cwd=shared / "corpus"
    )
    found = {(f["path"], f["message"].split('"')[1]) for f in json.loads(run.out)["findings"]}
    wanted = {pair for pair in known if pair[0].endswith("/SKILL.md")}
    assert wanted - found == set()
