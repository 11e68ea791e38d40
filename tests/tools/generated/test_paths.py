"""Which file a tool gets, whatever its name is: skills.md section 17."""

from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skillctl.tools.generated.paths import tool_paths


def hashed(name):
    return f"schemas/{name}-{sha256(name.encode()).hexdigest()[:8]}.json"


def test_a_name_is_a_path_below_schemas():
    assert tool_paths(["get", "issues/create", "v1..v2"]).paths == {
        "get": "schemas/get.json",
        "issues/create": "schemas/issues/create.json",
        "v1..v2": "schemas/v1..v2.json",
    }


@pytest.mark.parametrize(
    "name",
    [
        *("..", ".", "../x", "a/../b", "a/./b", "/etc/passwd", "a//b", "a/", "", "~/.", "a\\b"),
        *("C:x", "a:b", "nul\0", "a\nb", "a\x1bb", "a\u200bb", "a\u202eb", "a  b", " a", "a "),
        *("a.", "a /b", "con", "CON", "aux.txt", "a/LPT1", "com¹", "conin$", "NUL .x", "x" * 101),
        *(".git/config", ".env", "node_modules/x", "a/.b", "\ud800", "é" * 120, "a/" * 300 + "a"),
    ],
)
def test_bad_tool_name_isolated(name):
    found = tool_paths(["get", name, "set"])
    assert set(found.paths) == {"get", "set"}
    assert list(found.left_out) == [name]
    assert found.left_out[name]


def test_a_part_may_have_100_characters():
    assert tool_paths(["x" * 100]).paths == {"x" * 100: f"schemas/{'x' * 100}.json"}


def test_names_that_differ_by_case_are_told_apart():
    assert tool_paths(["Get", "get", "set"]).paths == {
        "Get": hashed("Get"),
        "get": hashed("get"),
        "set": "schemas/set.json",
    }


def test_a_file_in_the_way_of_a_folder_is_told_apart():
    found = tool_paths(["a", "A.json/b"])
    assert found.told_apart == {"a"}
    assert found.paths == {"a": hashed("a"), "A.json/b": "schemas/A.json/b.json"}


def test_composed_letters_are_the_same_file():
    assert tool_paths(["caf\u00e9", "cafe\u0301"]).paths["caf\u00e9"] == hashed("caf\u00e9")


def test_a_name_that_is_the_hashed_form_of_another_one_is_told_apart():
    name = hashed("get").removeprefix("schemas/").removesuffix(".json")
    found = tool_paths(["Get", "get", name])
    assert len({path.casefold() for path in found.paths.values()}) == 3


def test_names_made_to_clash_cost_only_themselves():
    digest = sha256(b"get").hexdigest()
    found = tool_paths(["Get", "get", f"get-{digest[:8]}", f"get-{digest[:16]}", "set"])
    assert set(found.left_out) <= {"get", f"get-{digest[:16]}"}
    assert found.left_out
    assert {"Get", "set"} <= set(found.paths)


ODD = st.text(st.sampled_from("aA./\\:é\u0301 con-\n"), max_size=8)


@settings(max_examples=200)
@given(st.lists(ODD, max_size=6))
def test_no_two_tools_share_a_file_and_none_leaves_its_folder(names):
    found = tool_paths(names)
    assert tool_paths(reversed(names)) == found
    assert found.paths.keys() | found.left_out.keys() == set(names)
    assert not found.paths.keys() & found.left_out.keys()
    files = [path.casefold() for path in found.paths.values()]
    assert len(set(files)) == len(files)
    for path in files:
        parts = path.split("/")
        assert parts[0] == "schemas"
        assert not {"", ".", ".."} & set(parts)
        assert not any(other.startswith(f"{path}/") for other in files)
