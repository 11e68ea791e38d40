"""SK311: how long the text of a skill is."""

from collections.abc import Iterator
from typing import NamedTuple

from skillctl.findings import Severity
from skillctl.rules.rule import Rule, Span, Violation, rule
from skillctl.skills.document import SkillDocument


class SizedSkill(NamedTuple):
    """A skill, and how many lines its text may have."""

    document: SkillDocument
    most_lines: int


@rule(
    "SK311",
    "body-lines",
    Severity.WARNING,
    message="the text has {lines:,} lines; {most:,} are advised",
    consequence="sent to the model as a whole whenever the skill is loaded",
    advice="move what is not always needed to files of its own, and name them in the text",
    targets=("claude-code", "codex"),
    options=("lint.body-max-lines",),
    example="a SKILL.md with 501 lines below the front matter",
)
def body_lines(sized: SizedSkill) -> Iterator[Violation]:
    """The text of a skill has at most 500 lines.

    It is read in one piece as soon as the skill is used, and takes its room in the context from
    then on. Details belong in files beside it, which the model opens when it needs them. The
    setting `lint.body-max-lines` sets another limit.
    """
    skill, source = sized.document, sized.document.source
    if source is None or _line_ends(source.text) < sized.most_lines or not skill.body.strip():
        return
    begin = source.position(skill.block.body if skill.block else 0).line
    lines = source.position(len(source.text.rstrip())).line - begin + 1
    if lines > sized.most_lines:
        over = begin + sized.most_lines
        start = source.line_starts[over - 1]
        span = Span(start, start + len(source.line(over)))
        yield Violation(span=span, values={"lines": lines, "most": sized.most_lines})


def _line_ends(text: str) -> int:
    """At least as many as there are line ends: a pair counts as two."""
    return text.count("\n") + text.count("\r")


RULES: tuple[Rule[SizedSkill], ...] = (body_lines,)
