"""What may be wrong with the definition of a tool (lint.md section 3.2), each declared once."""

from functools import partial

from skillctl.findings import Defect, Severity

_defect = partial(Defect, kind="server", severities=(Severity.WARNING,))

INPUT_SCHEMA = partial(_defect, severities=(Severity.ERROR,))(
    code="FK101",
    name="input-schema",
    consequence="clients leave the tool out, and some of them the whole list",
    what="The schemas of a tool are JSON Schema with an object at the root.",
    why="The protocol demands it, and clients that check the list refuse all of it for one bad "
    "schema, so on a live list it is an error. A schema is 2020-12 unless its `$schema` names "
    "another draft. The finding gives the JSON pointer of the place; write there what it asks for.",
)
TOOL_NAME = _defect(
    code="FK102",
    name="tool-name",
    consequence="the model sees another name, with other characters or a hash at its end",
    what="The name of a tool has 1 to 64 of the characters A-Z, a-z, 0-9, `_` and `-`.",
    why="Model providers take no other names, so every client has to make one up, each in its own "
    "way. Rename the tool.",
)
HIDDEN_TEXT = partial(_defect, security=True)(
    code="FK104",
    name="hidden-text",
    consequence="a model reads what a person does not see",
    what="A definition holds no invisible characters, none that change the direction of text, and "
    "no control characters.",
    why="They hide words from whoever agrees to the server; control characters also clear or "
    "rewrite what a terminal shows. Take the characters out; the finding names their code points.",
)
ORDERS = partial(_defect, security=True)(
    code="FK105",
    name="orders",
    consequence="the model may do it, whatever the user wanted",
    what="A definition describes a tool and gives the model no orders beyond it.",
    why="Texts that tell a model to read key files, to hide something from the user, to call "
    "tools of others or to ignore its instructions are how servers attack. Say what the tool does "
    "and when it is of use; a plain mention of such things is no finding.",
)
DEFECTS = (INPUT_SCHEMA, TOOL_NAME, HIDDEN_TEXT, ORDERS)
