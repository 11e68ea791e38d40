"""SK222: the file that the field `license` names."""

import re
from collections.abc import Iterator

from skillctl.findings import Severity
from skillctl.rules.rule import Rule, Violation, rule
from skillctl.rules.skill.places import PlacedSkill
from skillctl.rules.skill.reach import Where
from skillctl.rules.skill.values import token_span

_FILE = re.compile(
    r"(?<![\w:/.-])(?P<file>(?:[\w.-]++/)*(?:[\w.-]+\.(?:txt|md|TXT|MD)(?!\w)"
    r"|LICEN[CS]E(?:[-.][\w.-]*\w)?(?![\w/])))"
)
_BARE = re.compile(r"LICEN[CS]E\Z")
_IS_FILE = re.compile(r"(?:\A|\b(?:see|in|file|the)\s)[\s\"'`(]*+\Z", re.IGNORECASE)
_LOOKED_BACK = 40


@rule(
    "SK222",
    "license-file",
    Severity.WARNING,
    message='license names the file "{file}", which the skill lacks{why}',
    consequence="whoever installs the skill has no licence to read",
    advice="put the file into the folder of the skill, or write the name of the licence",
    targets=("spec",),
    example="license: Complete terms in LICENSE.txt, and there is no such file in the skill",
)
def license_file(skill: PlacedSkill) -> Iterator[Violation]:
    """A file that `license` names lies in the skill.

    The field is a name (`MIT`) or tells where the terms are. A file elsewhere in the repository is
    left behind when the skill is installed alone. Copy it into the folder of the skill, or write
    the name of the licence. A web address is left alone.
    """
    text, entry = skill.document.text("license"), skill.document.entry("license")
    for match in _FILE.finditer(text or ""):
        file = match["file"]
        reached = skill.spot.reach(file)
        if entry and _is_file(text or "", match) and reached.where > Where.UNKNOWN:
            near = f'; there is a "{reached.near}"' if reached.near else ""
            why = near if reached.where is Where.MISSING else "; it lies outside of the skill"
            yield Violation(
                span=token_span(skill.document, entry.value, file),
                values={"file": file, "why": why},
                field="/license",
            )


def _is_file(text: str, match: re.Match[str]) -> bool:
    """Whether a word is meant as a file: `LICENSE` alone may end the name of a licence."""
    before = text[max(0, match.start() - _LOOKED_BACK) : match.start()]
    return not _BARE.match(match["file"]) or bool(_IS_FILE.search(before))


RULES: tuple[Rule[PlacedSkill], ...] = (license_file,)
