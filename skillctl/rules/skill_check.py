"""Checking skills: their documents, their rules, and the comments in them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from unicodedata import normalize

from skillctl.findings import Case
from skillctl.rules import skill_fields, skill_file, skill_front_matter
from skillctl.rules.engine import Checker
from skillctl.rules.finding import About
from skillctl.rules.found import Target
from skillctl.rules.paths import LintFolders, is_itself
from skillctl.rules.rule import Rule
from skillctl.skills.document import (
    SkillDocument,
    document_of,
    parse_skill,
    read_skill_document,
)
from skillctl.source.file import SourceFile, decode

COMMENT_MARK = "skillctl:"
RULES: tuple[Rule[SkillDocument], ...] = (
    *skill_file.RULES,
    *skill_front_matter.RULES,
    *skill_fields.RULES,
)


def check(checker: Checker, targets: Sequence[Target]) -> Iterator[Case]:
    """Read and check one skill after the other; no document is kept."""
    for target in targets:
        path, limit = Path(target.path), checker.terms.max_file_bytes
        document = read_skill_document(path, target.shown, limit)
        yield _check(checker, _named(document, target, checker.terms.places), target)


def check_text(checker: Checker, target: Target, data: bytes) -> Case:
    """Check a text as the skill file of that name; its folder plays no part."""
    path, read = Path(target.path), decode(target.shown, data)
    if isinstance(read, SourceFile):
        document = parse_skill(read, path, folder="", spelled="")
    else:
        document = SkillDocument(path=path, shown=target.shown, folder="", spelled="", failure=read)
    return _check(checker, document, target)


def check_bytes(checker: Checker, target: Target, data: bytes) -> Case:
    """Check a text in the place of the skill file that stands there."""
    document = document_of(decode(target.shown, data), Path(target.path), target.shown)
    return _check(checker, _named(document, target, checker.terms.places), target)


def _check(checker: Checker, document: SkillDocument, target: Target) -> Case:
    name = document.text("name") or document.folder or target.shown
    about = About(
        kind="skill",
        name=name,
        path=target.shown,
        source=document.source,
        quoted=is_itself(document.path),
    )
    found = list(checker.run(RULES, document, about))
    source = document.source
    if source is None or not checker.terms.comments or COMMENT_MARK not in source.text:
        return checker.case(about, found, target.path)
    from skillctl.rules import suppression_form  # noqa: PLC0415 # import budget: comments are rare
    from skillctl.rules.suppression import suppressions_of  # noqa: PLC0415 # as above

    comments = suppressions_of(source, document, checker.terms.is_code)
    silent = [finding for finding in found if comments.silences(finding)]
    found += checker.run(suppression_form.RULES, comments, about)
    return checker.case(about, found, target.path, silent)


def _named(document: SkillDocument, target: Target, places: LintFolders) -> SkillDocument:
    """Let the folder's name be the alias that the skill bears, if any; at a root none counts."""
    if document.path.parent == places.root:
        return replace(document, folder="", spelled="")
    name = normalize("NFKC", document.text("name") or "")
    alias = next((a for a in target.names if normalize("NFKC", a) == name), document.spelled)
    return replace(document, spelled=alias)
