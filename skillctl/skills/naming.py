"""What a skill is called, and whether that name can be used (skills.md section 2)."""

import unicodedata
from collections.abc import Collection

from skillctl.policy.text import one_line
from skillctl.skills.document import SkillDocument
from skillctl.skills.fields import LENIENT, Fields, name_defect, place, string_problem
from skillctl.source.tree import Node


def name_of(document: SkillDocument) -> str:
    """The name that the front matter gives, else that of the folder, as lenient names allow it."""
    node = _given(document)
    return document.folder if node is None else str(node.value)


def name_problem(document: SkillDocument, names: str) -> str:
    """Why a skill has no name that can be used, with its place; empty if it has one."""
    node = _given(document)
    if node is None and names == LENIENT:
        words = name_defect(document.folder, names)
        return (
            f"{place(document)}: name is missing, and that of the folder {words}" if words else ""
        )
    problem = string_problem(document, "name")
    if problem or node is None:
        return problem
    words = name_defect(str(node.value), names)
    return f"{place(document, node.start)}: name {words}" if words else ""


def warn_of_name(fields: Fields, folders: Collection[str]) -> None:
    """Warn of a name that works here, but not everywhere."""
    node, folder = _given(fields.document), fields.document.folder
    if node is None:
        fields.warn_at(0, f"name is missing; that of the folder is taken: {folder!r}")
        return
    text = str(node.value)
    if _normal(text) not in {_normal(other) for other in folders}:
        fields.warn(node, f"name {text!r} is not that of its folder {folder!r}")
    strict = name_defect(text)
    if strict:
        fields.warn(node, f"name {text!r} can be used with lenient names only: it {strict}")
    elif not text.isascii():
        fields.warn(node, f"name {text!r} has letters that not every client takes")
    shown = one_line(text)
    if shown != text:
        fields.warn(node, f"name {text!r} is shown as {shown!r}, by which no tool finds the skill")


def _given(document: SkillDocument) -> Node | None:
    """The value of `name`, if there is any."""
    entry = document.entry("name")
    return None if entry is None or entry.value.kind == "null" else entry.value


def _normal(text: str) -> str:
    return unicodedata.normalize("NFKC", text)
