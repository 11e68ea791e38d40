"""Where a value of the front matter stands, and where a part of it."""

from skillctl.rules.rule import Span, span_of
from skillctl.skills.document import SkillDocument
from skillctl.source.tree import Node


def token_span(skill: SkillDocument, node: Node, token: str) -> Span:
    """The first place of a text within a value; the whole value if it is not there as it reads."""
    text = skill.source.text if skill.source else ""
    at = text.find(token, node.start, node.end)
    return span_of(node) if at < 0 or not token else Span(at, at + len(token))
