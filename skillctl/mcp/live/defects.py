"""What `skillctl mcp check` reports beside the FK codes of definitions, each declared once."""

from functools import partial

from skillctl.findings import Defect, Severity

_defect = partial(Defect, kind="server")
_warning = partial(_defect, severities=(Severity.WARNING,))

NO_LIST = _defect(
    code="LV001",
    name="no-list",
    consequence="no client gets any of its tools",
    what="A server starts, agrees on a version of the protocol and lists its tools.",
    why="Without a list there is nothing to check. The finding has the cause, the exit code and "
    "the last lines of stderr; run the command by itself to see what it does.",
)
LEFT_OUT = _defect(
    code="LV002",
    name="left-out",
    consequence="the model is not offered this tool; the others stay",
    what="Each entry of a list is an object with a name of its own and a schema that can be sent.",
    why="A client cannot offer what it cannot call or tell apart. An entry without a name, a name "
    "that stands for two definitions, and a schema with text that cannot be cleaned are left out.",
)
WRONG_TYPE = _defect(
    code="LV003",
    name="wrong-type",
    consequence="clients drop the member, and some of them the whole list",
    what="The members of a definition are of the types that the protocol gives them.",
    why="Clients that check the list refuse all of it for one hint that is no boolean. Write the "
    "type that the finding names.",
)
AGENT_NAME = _warning(
    code="LV004",
    name="agent-name",
    consequence="the model sees a shortened name with a hash at its end",
    what="The names of tools stay short and apart behind the name of their server.",
    why="A model sees `mcp__SERVER__TOOL`, 64 characters at most. What is longer, or equal to "
    "another name once foreign characters are replaced, ends in a hash. Shorten or rename it.",
)
DIALECT = _defect(
    code="LV005",
    name="schema-dialect",
    consequence="a model of that provider sees another schema, or not this tool",
    severities=(Severity.WARNING, Severity.NOTE),
    what="A schema means the same to every provider of models.",
    why="Providers take different parts of JSON Schema. A tool that is left out in a dialect is a "
    "warning; where the schema is loosened or narrowed it is a note. `skillctl tools NAME "
    "--schema diff` shows each step. Write the schema with what all providers take.",
)
ORDER = _warning(
    code="LV006",
    name="order",
    consequence="the provider's cache of the prompt misses, and what the model reads changes",
    what="Two listings after one another are the same.",
    why="Each request holds all tools, so another order or another text makes the whole prompt "
    "new, and it is paid for again. Sort the list, and keep times and random values out of it.",
)
PROTOCOL = _defect(
    code="LV007",
    name="protocol",
    consequence="other clients may drop the message, the tools or the server",
    severities=(Severity.ERROR, Severity.WARNING),
    what="Each line on stdout is one message of the protocol, as its specification has it.",
    why="What skillctl forgives costs users of stricter clients the server. Logs go to stderr. "
    "The finding says what was odd and how often.",
)
DEFECTS = (NO_LIST, LEFT_OUT, WRONG_TYPE, AGENT_NAME, DIALECT, ORDER, PROTOCOL)
