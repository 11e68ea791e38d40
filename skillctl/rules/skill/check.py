"""Checking skills: their documents, their rules, and the comments in them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any
from unicodedata import normalize

from skillctl.findings import Case
from skillctl.rules.comments import COMMENT_MARK, Comments, IsCode, judged, silenced
from skillctl.rules.engine import Checker
from skillctl.rules.find.found import Record, Target
from skillctl.rules.find.paths import LintFolders, is_itself
from skillctl.rules.finding import About
from skillctl.rules.rule import Rule
from skillctl.rules.skill import (
    characters,
    danger,
    dangling,
    fields,
    file,
    front_matter,
    keys,
    name,
    required,
    same_name,
    size,
    tags,
    tools,
)
from skillctl.rules.skill.size import SizedSkill
from skillctl.skills.document import (
    FILE_NAME,
    SkillDocument,
    document_of,
    parse_skill,
    read_skill_document,
)
from skillctl.source.file import SourceFile, decode

RULES: tuple[Rule[SkillDocument], ...] = (
    *file.RULES,
    *front_matter.RULES,
    *required.RULES,
    *characters.RULES,
    *name.RULES,
    *tags.RULES,
    *fields.RULES,
    *tools.RULES,
    *keys.RULES,
    *danger.RULES,
)
_FILE_SIGNS = (".", "LICEN")  # no name of a file in `license` goes without
_LEADING = ("](", "]:", "scripts/", "references/", "assets/")

# Puts a skill in its place; what that takes is loaded for the first skill that leads somewhere.
Placer = Callable[[SkillDocument, Target], Any]


def check(checker: Checker, targets: Sequence[Target]) -> Iterator[Case]:
    """Read and check one skill after the other; no document is kept."""
    place = _placer(checker)
    for target in targets:
        path, limit = Path(target.path), checker.terms.max_file_bytes
        document = read_skill_document(path, target.shown, limit, target.around.real)
        named = _named(document, target, checker.terms.places)
        yield _check(checker, named, target, place)


def check_together(checker: Checker, targets: Sequence[Target]) -> Iterator[Case]:
    """Compare skills that share a name; each is read again, and one at a time is kept."""
    winner, *others = same_name.in_order(targets)
    limit = checker.terms.max_file_bytes
    first = read_skill_document(Path(winner.path), winner.shown, limit)
    for target in others:
        document = read_skill_document(Path(target.path), target.shown, limit)
        if not same_name.is_copy(winner, target, first, document):
            about = _about(document, target)
            rival = same_name.Rival(document, winner.shown)
            found = list(checker.run(same_name.RULES, rival, about))
            silent = silenced(checker, about, found, _comments(document))
            yield checker.case(about, found, target.path, silent)


def check_text(checker: Checker, target: Target, data: bytes) -> Case:
    """Check a text as the skill file of that name; its folder counts for its links only."""
    path, read = Path(target.path), decode(target.shown, data)
    if isinstance(read, SourceFile):
        document = parse_skill(read, path, folder="", spelled="")
    else:
        document = SkillDocument(path=path, shown=target.shown, folder="", spelled="", failure=read)
    return _check(checker, document, target, _placer(checker))


def check_bytes(checker: Checker, target: Target, data: bytes) -> Case:
    """Check a text in the place of the skill file that stands there."""
    document = document_of(decode(target.shown, data), Path(target.path), target.shown)
    named = _named(document, target, checker.terms.places)
    return _check(checker, named, target, _placer(checker))


def _placer(checker: Checker) -> Placer:
    @cache
    def project() -> Any:  # noqa: ANN401 # a Map, whose module is loaded for it
        from skillctl.rules.skill.places import map_of  # noqa: PLC0415 # import budget

        return map_of(checker.terms.project or str(checker.terms.places.top))

    return lambda document, target: project().placed(document, target)


def leads_somewhere(document: SkillDocument, target: Target) -> bool:
    """Whether a skill, or what is around it, may lead elsewhere; its place is judged only then."""
    around, folder = target.around, str(document.path.parent)
    if around.real != folder or around.alike or around.linked or around.nested:
        return True
    if document.path.name != FILE_NAME:
        return True
    text = document.source.text if document.source else ""
    terms = document.text("license") or ""
    return any(sign in terms for sign in _FILE_SIGNS) or any(sign in text for sign in _LEADING)


def _check(checker: Checker, document: SkillDocument, target: Target, place: Placer) -> Case:
    about = _about(document, target)
    found = list(checker.run(RULES, document, about))
    found += checker.run(size.RULES, SizedSkill(document, checker.terms.body_max_lines), about)
    if leads_somewhere(document, target):
        from skillctl.rules.skill.in_place import PLACED_RULES  # noqa: PLC0415 # import budget

        found += checker.run(PLACED_RULES, place(document, target), about)
    for path in target.around.dangling:
        found += checker.run(dangling.RULES, path, about)
    key = same_name.key_of(document, target)
    if key:
        checker.records.append(Record("skills", key, target))
    return judged(checker, about, found, target.path, _comments(document))


def _about(document: SkillDocument, target: Target) -> About:
    return About(
        kind="skill",
        name=document.text("name") or document.folder or target.shown,
        path=target.shown,
        source=document.source,
        quoted=is_itself(document.path),
    )


def _comments(document: SkillDocument) -> Comments:
    """How comments are written in a skill: as in YAML, below it as in Markdown."""
    if document.source is None or COMMENT_MARK not in document.source.text:
        return Comments(None, ())
    from skillctl.rules.skill.in_place import PLACED_RULES  # noqa: PLC0415 # import budget

    def read(source: SourceFile, is_code: IsCode) -> Any:  # noqa: ANN401 # as Read
        from skillctl.rules.suppression import suppressions_of  # noqa: PLC0415 # import budget

        return suppressions_of(source, document, is_code)

    judges: tuple[Rule[Any], ...] = (*RULES, *size.RULES, *PLACED_RULES, *dangling.RULES)
    return Comments(read, judges, same_name.RULES)


def _named(document: SkillDocument, target: Target, places: LintFolders) -> SkillDocument:
    """Let the folder's name be the alias that the skill bears, if any; at a root none counts."""
    if document.path.parent == places.root:
        return replace(document, folder="", spelled="")
    bears = normalize("NFKC", document.text("name") or "")
    alias = next((a for a in target.names if normalize("NFKC", a) == bears), document.spelled)
    return replace(document, spelled=alias)
