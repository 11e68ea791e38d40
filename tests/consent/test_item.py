import os

from skillctl.consent.item import (
    Item,
    Place,
    grant_command,
    place_of,
    shared_names,
    workspace_fingerprint,
)
from skillctl.worktree import open_workspace
from tests.conftest import write_tree
from tests.repositories import git, make_repository

# mcp.md sections 4.3 and 4.4, skills.md section 4: the items and their digests, by hand
VECTORS = {
    ("server", "notes", ".mcp.json"): (
        "9473f16696add35d9968b3d1c5aff0051c2373146e1adae87179f90b57271e99"
    ),
    ("server", "build-tools", ".mcp.json"): (
        "a5476a4fcb91f6de2620c379bff9580e5eb9431d7814fcba335a6143f2c01fb0"
    ),
    ("server", "docs", ".gbs/mcp.json"): (
        "f4121f2513621689d0bd387e3e50ec6327be3c45b454fdc4a68df1e3e54aa2f8"
    ),
    ("skill", "pdf-notes", ".agents/skills/pdf-notes"): (
        "771e4df48fa043b958876268dc900cc7e4fe7137fa5c00db29e6bc9afa65c767"
    ),
}
WHOLE = "sha256:cf66b61bab52c9f7291287009bbe835a2e4a9ce46731af37b1bdebb3cc459b7f"
NOTHING = "sha256:d965fed76d8161f471ce2654c88339706961785bc5c9f29a48cc2e4cf1759c1c"


def items():
    return [Item(*key, f"sha256:{digest}", "{}") for key, digest in VECTORS.items()]


def test_workspace_fingerprint_of_the_vectors_in_any_order():
    assert workspace_fingerprint(items()) == WHOLE
    assert workspace_fingerprint(reversed(items())) == WHOLE


def test_workspace_fingerprint_of_nothing():
    assert workspace_fingerprint(()) == NOTHING


def test_the_command_that_grants_can_be_copied_into_a_shell():
    assert grant_command("notes") == "skillctl consent grant notes"
    assert grant_command("a b", "$(x)") == "skillctl consent grant 'a b' '$(x)'"
    assert grant_command("--all", "x") == "skillctl consent grant -- --all x"
    source = ".agents/my skills/a"
    whole = f"skillctl consent grant a --source '{source}'"
    assert grant_command("a", source=source) == whole
    assert grant_command("-y", source="s") == "skillctl consent grant --source s -- -y"
    assert shared_names(["a", "b", "a", "c"]) == {"a"}
    assert grant_command("a\nb\u200b") == r"skillctl consent grant 'a\nb\u{200B}'"


def test_no_workspace_fingerprint_while_an_item_has_none():
    without = Item("server", "x", "y", "", "", problem="too large")
    assert workspace_fingerprint([*items(), without]) == ""


def test_the_place_of_a_project_in_a_linked_work_tree(tmp_path):
    main = make_repository(write_tree(tmp_path / "main", {"services/api/a": ""}))
    git(main, "worktree", "add", "-q", str(tmp_path / "linked"))
    workspace = open_workspace(tmp_path / "linked/services/api", dict(os.environ))
    place = place_of(workspace)
    assert (place.workspace, place.project) == (str(main), "services/api")
    assert set(place.inside) == {tmp_path / "linked", tmp_path / "linked/services/api"}


def test_the_place_of_a_project_without_git(tmp_path):
    place = place_of(open_workspace(tmp_path, {}))
    assert place == Place(str(tmp_path.resolve()), ".", (tmp_path.resolve(),) * 2)
