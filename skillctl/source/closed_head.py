"""How a file of ours begins: it is TOML, and names a format that this version reads."""

from skillctl.source.closed import Misfit
from skillctl.source.tree import Node, SyntaxProblem
from skillctl.version import VERSION


def no_toml(problem: SyntaxProblem) -> Misfit:
    """A file that is not TOML."""
    words = f"not valid TOML: {problem.message}"
    return Misfit("syntax", words, problem.start, problem.end, "correct the TOML")


def wrong_schema(node: Node, wanted: str) -> Misfit | None:
    """A file that names no format, or another one than `wanted`, such as a later one."""
    schema = node.entry("schema")
    if schema is None:
        advice = f'begin the file with schema = "{wanted}"'
        return Misfit("schema", "the file does not say which format it has", 0, 1, advice)
    value = schema.value
    if value.value == wanted:
        return None
    advice = f'write schema = "{wanted}"'
    if _is_later(value.value, wanted):
        advice = f"use a newer skillctl, one that reads {value.value}"
    message = f'the schema is not "{wanted}", which skillctl {VERSION} reads'
    return Misfit("schema", message, value.start, value.end, advice)


def _is_later(value: object, wanted: str) -> bool:
    """Whether a schema is the same format with a higher number."""
    name, _, number = wanted.rpartition("/")
    other, _, later = value.rpartition("/") if isinstance(value, str) else ("", "", "")
    digits = later.isascii() and later.isdecimal() and len(later) < len(str(2**63))
    return other == name and digits and int(later) > int(number)
