"""The values of a front matter as use needs them (skills.md section 2)."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field

from skillctl.skills.document import SkillDocument
from skillctl.source.tree import Node

MOST_NAME = 64
MOST_GLOBS = 32
STRICT, LENIENT, OWN = "strict", "lenient", "own"
_PATH = "/\\:"
_SEPARATORS = re.compile(r"[\s,]")


@dataclass(slots=True)
class Fields:
    """Reads fields of one document; what is not as it should be is a warning with its place."""

    document: SkillDocument
    warnings: list[str] = field(default_factory=list)

    def boolean(self, key: str, *, default: bool) -> bool:
        """A switch; another type is a warning, and the default counts."""
        entry = self.document.entry(key)
        if entry is None or isinstance(entry.value.value, bool):
            return default if entry is None else entry.value.value is True
        self.warn(entry.value, f"{key} is not true or false; taken as {str(default).lower()}")
        return default

    def globs(self) -> tuple[str, ...]:
        """The globs of `autoAttach` and `auto_attach` that can be used."""
        from skillctl.globs import defect  # noqa: PLC0415 # import budget: lint needs none

        kept: list[str] = []
        for key in ("autoAttach", "auto_attach"):
            for node in self._strings(key):
                pattern = str(node.value)
                words = defect(pattern)
                if words:
                    self.warn(node, f"{key} {pattern!r} is not used: {words}")
                elif len(kept) == MOST_GLOBS:
                    self.warn(node, f"{key} {pattern!r} is not used: {MOST_GLOBS} is the limit")
                else:
                    kept.append(pattern)
        return tuple(kept)

    def tools(self) -> tuple[str, ...]:
        """The tools of `allowed-tools`, which are shown and grant nothing."""
        return tuple(t for n in self._strings("allowed-tools") for t in split_tools(str(n.value)))

    def warn(self, node: Node, words: str) -> None:
        """Keep one warning about a value."""
        self.warn_at(node.start, words)

    def warn_at(self, index: int, words: str) -> None:
        """Keep one warning about a place of the text."""
        self.warnings.append(f"{place(self.document, index)}: {words}")

    def _strings(self, key: str) -> Iterator[Node]:
        """The strings of a field that is a string or a list of strings."""
        entry = self.document.entry(key)
        if entry is None:
            return
        value = entry.value
        for node in value.items if value.kind == "list" else (value,):
            if node.kind == "string":
                yield node
            else:
                self.warn(node, f"{key} holds a {node.kind}, not a string; it is not used")


def place(document: SkillDocument, index: int = 0) -> str:
    """An index of the text as `file:line:column`."""
    if document.source is None:
        return document.shown
    return str(document.source.location(index))


def string_problem(document: SkillDocument, key: str) -> str:
    """Why a field that must be a string is none, with its place; empty if it is one."""
    entry = document.entry(key)
    if entry is None:
        return f"{place(document)}: {key} is missing"
    value = entry.value
    if value.kind == "string":
        return ""
    words = "is missing" if value.kind == "null" else f"is a {value.kind}, not a string"
    return f"{place(document, value.start)}: {key} {words}"


def split_tools(text: str) -> tuple[str, ...]:
    """Cut at blanks and commas, but not inside parentheses."""
    tools, depth = [""], 0
    for character in text:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth <= 0 and _SEPARATORS.match(character):
            tools.append("")
        else:
            tools[-1] += character
    return tuple(tool for tool in tools if tool)


def name_defect(name: str, names: str = STRICT) -> str | None:
    """Why a string cannot be the name of a skill, or None; `names` is strict or lenient.

    A name of our own making is compared with the one it has to be, and may be any.
    """
    if names == OWN:
        return None
    if names == LENIENT:
        return _lenient_defect(name)
    normal = unicodedata.normalize("NFKC", name)
    if not 1 <= len(normal) <= MOST_NAME:
        return f"has {len(normal)} characters; 1 to {MOST_NAME} are allowed"
    wrong = next((c for c in normal if not is_name_character(c)), None)
    if wrong is not None:
        return (
            f"holds {_described(wrong)}; lower-case letters, digits and single hyphens are allowed"
        )
    if "" in normal.split("-"):
        return "begins or ends with a hyphen, or holds two in a row"
    return None


def _lenient_defect(name: str) -> str | None:
    """What no host can use: a name that is a path, looks like an option, or shows nothing."""
    from skillctl.policy.hidden import hidden  # noqa: PLC0415 # import budget: lint needs none

    if not 1 <= len(name) <= MOST_NAME:
        return f"has {len(name)} characters; 1 to {MOST_NAME} are allowed"
    unseen = {found.character for found in hidden(name)}
    wrong = next((c for c in name if c in _PATH or c in unseen or _is_control(c)), None)
    if wrong is not None:
        return f"holds {_described(wrong)}, which no name may hold"
    if name[0] in "-.":
        return f"begins with {name[0]!r}"
    return None if name.strip() else "is blank"


def _is_control(character: str) -> bool:
    """Controls, format characters, half characters, and what ends a line."""
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")


def _described(character: str) -> str:
    return f"U+{ord(character):04X} {unicodedata.name(character, 'without a name')}"


def is_name_character(character: str) -> bool:
    """Whether a character, after NFKC, may stand in the name of a skill."""
    return character == "-" or (character.isalnum() and character == character.lower())
