"""SK225: in which form the tools of a skill are named."""

from collections.abc import Iterator

from skillctl.findings import Safety, Severity
from skillctl.rules.rule import Repair, Replacement, Rule, Span, Violation, rule, span_of
from skillctl.skills.document import SkillDocument
from skillctl.skills.fields import split_tools
from skillctl.source.tree import Entry, Node
from skillctl.source.written import yaml_text

FIELD = "/allowed-tools"


@rule(
    "SK225",
    "allowed-tools-form",
    Severity.WARNING,
    message="allowed-tools is {form}; the specification wants one string with blanks between tools",
    consequence="some clients read it as one tool of a long name, or drop the skill",
    advice="write the tools in one string, with blanks between them",
    targets=("codex", "skills-cli"),
    example="allowed-tools: Read, Grep",
    fix=Safety.SAFE,
)
def allowed_tools_form(skill: SkillDocument) -> Iterator[Violation]:
    """The field `allowed-tools` is a string with blanks between the tools.

    A list and a string with commas are understood by one client and taken for a single tool, or for
    an error, by others. A tool with an argument, as `Bash(git add *)`, is one tool whatever stands
    in its parentheses.
    """
    entry = skill.entry("allowed-tools")
    if entry is None:
        return
    node = entry.value
    form = "a list" if node.kind == "list" else "a string with commas" if _has_comma(node) else ""
    if form:
        span, values = span_of(node), {"form": form}
        yield Violation(span=span, values=values, field=FIELD, repair=_joined(skill, entry))


def _has_comma(node: Node) -> bool:
    """Whether a string has a comma outside of parentheses."""
    depth = 0
    for character in node.value if isinstance(node.value, str) else "":
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and depth <= 0:
            return True
    return False


def _joined(skill: SkillDocument, entry: Entry) -> Repair | None:
    """The same tools with blanks between them, if they read back the same.

    An item of a list with blanks in it is one tool to some clients, and several to others.
    """
    node = entry.value
    texts = [item.value for item in node.items] if node.kind == "list" else [node.value]
    strings = [text for text in texts if isinstance(text, str)]
    tools = tuple(tool for text in strings for tool in split_tools(text))
    if node.kind == "list" and len(tools) != len(strings):
        return None
    joined = " ".join(tools)
    span = _written(skill, entry)
    if span is None or len(strings) < len(texts) or not tools or split_tools(joined) != tools:
        return None
    replacement = Replacement(span, f" {yaml_text(joined)}")
    return Repair(Safety.SAFE, f'write "{joined}"', (replacement,), {FIELD: joined})


def _written(skill: SkillDocument, entry: Entry) -> Span | None:
    """What stands after the colon of the key, without the last line end; None with a comment."""
    text = skill.source.text if skill.source else ""
    colon = text.find(":", entry.end, entry.value.start)
    written = text[colon + 1 : entry.value.end].rstrip()
    return None if colon < 0 or "#" in written else Span(colon + 1, colon + 1 + len(written))


RULES: tuple[Rule[SkillDocument], ...] = (allowed_tools_form,)
