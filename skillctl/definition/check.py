"""Everything that is wrong with what a server says: pure functions over raw values.

They look at the values as they came, so that a live list, a fake and a recording are judged alike.
"""

import re
from collections.abc import Collection, Iterator, Mapping

from skillctl.definition.defects import TOOL_NAME
from skillctl.definition.flaw import Flaw
from skillctl.definition.schemas import schema_flaws
from skillctl.definition.texts import text_flaws

NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


def tool_flaws(tool: Mapping[str, object], own_tools: Collection[str] = ()) -> Iterator[Flaw]:
    """What is wrong with one definition; `own_tools` are the names of all tools of its server."""
    yield from schema_flaws(tool)
    name = tool.get("name")
    if isinstance(name, str) and name and not NAME.fullmatch(name):
        characters = "".join(dict.fromkeys(c for c in name if not NAME.fullmatch(c)))
        length = f"has {len(name)} characters, 64 are taken"
        why = f'holds "{characters}"' if characters else length
        yield Flaw(TOOL_NAME, "/name", f"the name {why}", "use 1 to 64 of A-Z a-z 0-9 _ -")
    yield from text_flaws(tool, own_tools)


def instruction_flaws(text: str, own_tools: Collection[str] = ()) -> Iterator[Flaw]:
    """What is wrong with the instructions of a server."""
    yield from text_flaws(text, own_tools)
