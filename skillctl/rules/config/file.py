"""MC001 to MC003: a config file as a text."""

from collections.abc import Iterator

from skillctl.errors import Position
from skillctl.findings import Safety, Severity
from skillctl.rules.rule import Repair, Replacement, Rule, Span, Violation, rule, span_of
from skillctl.rules.words import FILE_IGNORED
from skillctl.servers.document import ConfigDocument
from skillctl.servers.hosts.model import Column, Text
from skillctl.source.file import BOM, Undecodable
from skillctl.source.json_strip import EXTRAS, deletions
from skillctl.source.read import Unreadable
from skillctl.source.tree import SyntaxProblem

_EMPTY = "empty"
_START = Position(1, 1, 0)
_TAKEN_FOR_NOTHING = "{host} takes it for a file without servers; other readers refuse it"


@rule(
    "MC001",
    "syntax",
    Severity.ERROR,
    message="{words}{more}",
    consequence=FILE_IGNORED,
    advice="mend this place",
    targets=("claude-code", "vscode", "codex"),
    example='{"mcpServers": {"notes": {"command" "notes-server"}}}',
)
def syntax(config: ConfigDocument) -> Iterator[Violation]:
    """A config file is text in the language of its host: JSON, JSON with comments, or TOML.

    A missing comma, `NaN` or half a surrogate pair make the whole file unreadable to its host, and
    every server in it is gone. Values nest at most 100 levels deep, and a file has at most 4 MiB.
    Mend the place that is named; it is the first one.
    """
    if isinstance(config.failure, Unreadable):
        yield Violation(values={"words": f"the file {config.failure.reason}", "more": ""})
    problems = [p for p in config.problems if p.kind not in (*EXTRAS, _EMPTY)]
    if problems:
        first = problems[0]
        language = "TOML" if config.host.text is Text.TOML else "JSON"
        words = f"not {language}: {first.message}"
        span = span_of(first)
        yield Violation(span=span, values={"words": words, "more": _more(problems)})


def _more(problems: list[SyntaxProblem]) -> str:
    return f" (and {len(problems) - 1:,} more)" if len(problems) > 1 else ""


@rule(
    "MC002",
    "jsonc-in-strict",
    Severity.ERROR,
    Severity.WARNING,
    message="not strict JSON: {words}{more}",
    consequence=FILE_IGNORED,
    advice="take out the comments and the commas before closing brackets",
    targets=("claude-code",),
    example='{"mcpServers": {"notes": {"command": "notes-server"},}} // mine',
    fix=Safety.SAFE,
)
def jsonc_in_strict(config: ConfigDocument) -> Iterator[Violation]:
    """A file for a host that reads strict JSON holds no comments and no trailing commas.

    VS Code and some others read JSON with comments, most hosts do not: to them one comment makes
    the whole file unreadable, and they report no servers. The other rules judge the file as if the
    comments were not there. Where it is not known for certain that the host is strict, this is a
    warning.
    """
    problems = [p for p in config.problems if p.kind in EXTRAS]
    if not problems:
        return
    first = problems[0]
    unsure = Column.TEXT in config.host.unsure
    yield Violation(
        span=span_of(first),
        values={"words": first.message, "more": _more(problems)},
        severity=Severity.WARNING if unsure else None,
        consequence=f"if {config.host.name} reads strict JSON, {FILE_IGNORED}" if unsure else None,
        repair=_strip(config, problems),
    )


def _strip(config: ConfigDocument, problems: list[SyntaxProblem]) -> Repair | None:
    """Take all of them out, where the rest is JSON."""
    if config.source is None or config.root is None:
        return None
    spans = deletions(config.source.text, problems)
    edits = tuple(Replacement(Span(start, end), "") for start, end in spans)
    return Repair(Safety.SAFE, "take out comments and trailing commas", edits)


@rule(
    "MC003",
    "encoding",
    Severity.ERROR,
    Severity.WARNING,
    message="{words}",
    consequence=FILE_IGNORED,
    advice="{advice}",
    targets=("claude-code",),
    example="EF BB BF before the first brace",
    fix=Safety.SAFE,
)
def encoding(config: ConfigDocument) -> Iterator[Violation]:
    """A config file is UTF-8 without a byte order mark, and not empty.

    JSON forbids the mark, and a strict parser refuses the file at its first byte; other encodings
    are refused or read as gibberish. The hosts that read JSON with comments or TOML read over the
    mark, and take an empty file for one without servers: there it is a warning, since other readers
    do not, and an empty TOML file is nothing odd.
    """
    mild = Severity.WARNING if config.host.text is not Text.JSON else None
    if isinstance(config.failure, Undecodable):
        yield _undecodable(config.failure)
    elif config.source and config.source.bom:
        yield Violation(
            place=(_START, Position(1, 1, len(BOM))),
            values={
                "words": "the file begins with a byte order mark",
                "advice": "save the file as UTF-8 without a byte order mark",
            },
            severity=mild,
            consequence=f"{config.host.name} reads over it; other readers refuse" if mild else None,
            repair=Repair(Safety.SAFE, "take the byte order mark away", drops_bom=True),
        )
    elif any(problem.kind == _EMPTY for problem in config.problems):
        host = config.host.name
        yield Violation(
            place=(_START, _START),
            values={"words": "the file is empty", "advice": "write a server, or delete the file"},
            severity=mild,
            consequence=_TAKEN_FOR_NOTHING.format(host=host) if mild else None,
        )


def _undecodable(failure: Undecodable) -> Violation:
    start = Position(failure.line, failure.column, failure.offset)
    end = Position(failure.line, failure.column + 1, failure.offset + 1)
    guess = f"; it seems to be {failure.guess}" if failure.guess else ""
    words = f"not UTF-8: the byte 0x{failure.bad[0]:02X} at offset {failure.offset:,}{guess}"
    advice = "save the file as UTF-8"
    return Violation(place=(start, end), values={"words": words, "advice": advice})


RULES: tuple[Rule[ConfigDocument], ...] = (syntax, jsonc_in_strict, encoding)
