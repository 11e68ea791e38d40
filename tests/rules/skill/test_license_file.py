import pytest

from skillctl.rules.skill.license_file import license_file
from tests.rules.checks import found, placed


def rows(tree, value, **files):
    text = f"---\nname: x\ndescription: d\nlicense: {value}\n---\n"
    root = tree({"p/skills/x/SKILL.md": text, "p/LICENSE": "", **files})
    return found(license_file, placed(root, "p/skills/x", root / "p"))


@pytest.mark.parametrize(
    ("value", "file"),
    [
        ("LICENSE", "LICENSE"),
        ("Complete terms in LICENSE.txt", "LICENSE.txt"),
        ("See LICENSE.txt.", "LICENSE.txt"),
        ("MIT (see LICENSE)", "LICENSE"),
        ("Apache-2.0, see the LICENCE", "LICENCE"),
        ("LICENSE-APACHE", "LICENSE-APACHE"),
        ("terms.md", "terms.md"),
        ('"docs/terms.txt"', "docs/terms.txt"),
        ("../../LICENSE", "../../LICENSE"),
        ("See LICENSE in the root of the repository", "LICENSE"),
    ],
)
def test_a_file_that_is_not_in_the_skill(value, file, tree):
    ((token, message),) = rows(tree, value)
    assert token == file
    assert f'"{file}", which the skill lacks' in message


@pytest.mark.parametrize(
    "value",
    [
        "MIT",
        "MIT License",
        "MIT LICENSE",
        "Apache LICENSE 2.0",
        "Proprietary. All rights reserved.",
        "https://x.example/LICENSE.txt",
        "see <https://x.example/a/LICENSE>",
        "x.mdx",
        "2024",
        "[LICENSE]",
        '""',
    ],
)
def test_what_is_no_file(value, tree):
    assert rows(tree, value) == []


def test_a_file_that_is_there(tree):
    files = {"p/skills/x/LICENSE.txt": "", "p/skills/x/docs/terms.md": ""}
    assert rows(tree, "LICENSE.txt and docs/terms.md, ./LICENSE.txt", **files) == []


def test_a_name_that_differs_by_case_is_told(tree):
    ((_, message),) = rows(tree, "LICENSE.txt", **{"p/skills/x/license.txt": ""})
    assert message.endswith('; there is a "license.txt"')


def test_what_lies_outside_of_the_skill_is_told(tree):
    ((_, message),) = rows(tree, "../../LICENSE")
    assert message.endswith("; it lies outside of the skill")


def test_no_licence_is_no_finding(tree):
    root = tree({"x/SKILL.md": "---\nname: x\ndescription: d\n---\n", "y/SKILL.md": b"\xff"})
    assert found(license_file, placed(root, "x")) == []


def test_a_long_value_costs_little(tree):
    for value in ("a/" * 30_000, "a." * 30_000, "LICENSE-." * 7_000, " LICENSE" * 8_000):
        rows(tree, value)
