"""From a skill file as written to a skill that can be used, or the reason why not."""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from skillctl.policy.text import one_line
from skillctl.skills.document import (
    BROKEN_CONTINUATION,
    MAX_FILE_BYTES,
    MAX_FRONT_MATTER_BYTES,
    TAB_INDENT,
    VALUE_PROBLEMS,
    SkillDocument,
)
from skillctl.skills.fields import STRICT, Fields, place, string_problem
from skillctl.skills.front_matter import FrontMatter
from skillctl.skills.naming import name_of, name_problem, warn_of_name
from skillctl.source.file import SourceFile, Undecodable
from skillctl.source.read import Unreadable
from skillctl.source.tree import Entry, Node, SyntaxProblem
from skillctl.worktree import digest_data

MOST_DESCRIPTION = 1024
MOST_BODY_LINES = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """What a valid skill file says; `warnings` are what is odd about it, each with its place.

    `too_long` is the one of them about a long description, if there is one.
    """

    name: str
    description: str
    body: str
    text: str
    sha256: str
    line: int
    auto_attach: tuple[str, ...]
    attach_line: int
    body_line: int
    model_invocable: bool
    user_invocable: bool
    allowed_tools: tuple[str, ...]
    warnings: tuple[str, ...]
    too_long: str


def strict_content(
    document: SkillDocument, folders: Collection[str], names: str = STRICT
) -> Content | str:
    """The content of a usable document, else why it is not usable (skills.md section 2).

    `folders` are all names under which the folder of the skill is known; `names` tells which names
    can be used, strict or lenient.
    """
    problem = _file_problem(document) or _block_problem(document)
    problem = problem or name_problem(document, names) or _description_problem(document)
    description = document.entry("description")
    if problem or document.source is None or description is None:
        return problem
    fields = Fields(document)
    warn_of_name(fields, folders)
    too_long = _warn_of_long(fields, description.value)
    _warn_of_body(fields)
    return Content(
        name=name_of(document),
        description=str(description.value.value),
        body=document.body,
        text=document.source.text,
        sha256=digest_data(document.source.data),
        line=_line(document.source, description),
        auto_attach=fields.globs(),
        attach_line=_line(
            document.source, document.entry("autoAttach") or document.entry("auto_attach")
        ),
        body_line=_body_line(document.source, document.body),
        model_invocable=not fields.boolean("disable-model-invocation", default=False),
        user_invocable=fields.boolean("user-invocable", default=True),
        allowed_tools=fields.tools(),
        warnings=tuple(fields.warnings),
        too_long=too_long,
    )


def _line(source: SourceFile, entry: Entry | None) -> int:
    """The line of a field, or 0 if it is not there."""
    return source.position(entry.start).line if entry else 0


def _body_line(source: SourceFile, body: str) -> int:
    """The first line after the front matter."""
    return source.position(len(source.text) - len(body)).line


def _file_problem(document: SkillDocument) -> str:
    failure = document.failure
    if isinstance(failure, Undecodable):
        guess = f"; it looks like {failure.guess}" if failure.guess else ""
        return f"{document.shown}:{failure.line}:{failure.column}: is not UTF-8 text{guess}"
    if isinstance(failure, Unreadable):
        return f"{document.shown}: {_size_problem(document.path) or failure.reason}"
    return ""


def _size_problem(path: Path) -> str:
    try:
        size = path.stat().st_size
    except OSError:
        return ""
    return f"SKILL.md is {size:,} bytes; limit {MAX_FILE_BYTES:,}" if size > MAX_FILE_BYTES else ""


def _block_problem(document: SkillDocument) -> str:
    """What is wrong with the front matter as a whole."""
    block = document.block
    if block is None:
        return f"{place(document)}: the first line is not `---`: no front matter"
    words = _delimiter_problem(block)
    if words:
        return f"{place(document)}: {words}"
    if document.front_matter_too_long:
        return f"{place(document)}: the front matter is over {MAX_FRONT_MATTER_BYTES:,} bytes"
    stop = document.stop
    if stop:
        return f"{place(document, stop.start)}: {_stop_words(stop)}"
    if document.fields is None:
        return f"{place(document, block.start)}: the front matter holds no fields"
    return _duplicate_problem(document, document.fields)


def _stop_words(stop: SyntaxProblem) -> str:
    """The cause in words; one that a line or value shows says all by itself."""
    if stop.kind in (*VALUE_PROBLEMS, TAB_INDENT, BROKEN_CONTINUATION):
        return stop.message
    return f"the front matter is not YAML that can be read: {stop.message}"


def _duplicate_problem(document: SkillDocument, fields: Node) -> str:
    for first, second in fields.duplicates():
        line = document.source.position(first.start).line if document.source else 0
        at = place(document, second.start)
        return f"{at}: the key {second.key!r} stands in line {line} already"
    return ""


def _delimiter_problem(block: FrontMatter) -> str:
    if block.blank_lines:
        return "blank lines stand before the front matter"
    if block.opening and block.opening.form:
        return f"the opening `---` {block.opening.form}"
    if block.closing is None:
        return "the front matter has no closing `---`"
    return f"the closing `---` {block.closing.form}" if block.closing.form else ""


def _description_problem(document: SkillDocument) -> str:
    problem, entry = string_problem(document, "description"), document.entry("description")
    if problem or entry is None or one_line(str(entry.value.value)):
        return problem
    return f"{place(document, entry.value.start)}: description is blank"


def _warn_of_long(fields: Fields, description: Node) -> str:
    """Warn of a long description, and give that warning."""
    count = len(str(description.value))
    if count <= MOST_DESCRIPTION:
        return ""
    fields.warn(
        description, f"description has {count:,} characters; the limit is {MOST_DESCRIPTION:,}"
    )
    return fields.warnings[-1]


def _warn_of_body(fields: Fields) -> None:
    """Warn of a long body, and of one that is none."""
    document = fields.document
    lines = document.body.strip().count("\n") + 1
    body = document.block.body if document.block else 0
    if not document.body.strip():
        fields.warn_at(body, "nothing follows the front matter")
    elif lines > MOST_BODY_LINES:
        fields.warn_at(
            body, f"the body has {lines:,} lines; over {MOST_BODY_LINES} are much to read"
        )
