"""What is wrong with a scenario file: the SC codes of lint.md section 3.2, each declared once."""

from functools import partial

from skillctl.findings import Defect

_error = partial(Defect, kind="scenario", consequence="the scenario cannot be run")

SYNTAX = _error(
    code="SC001",
    name="syntax",
    what="A scenario is a TOML file in UTF-8.",
    why="What is not TOML has no keys, so nothing else of the file is judged. Correct the place "
    "that the finding names; an unclosed string or bracket may begin above it.",
    example="schema = 'skillctl.scenario/1'\nprompt = Go.",
)
FORMAT = _error(
    code="SC002",
    name="schema",
    what="A scenario names its format: `schema` is `skillctl.scenario/1`.",
    why="The number tells an older skillctl that it does not know a newer format. Begin the file "
    "with the line that the finding shows.",
    example="schema = 'skillctl.scenario/9'",
)
UNKNOWN_KEY = _error(
    code="SC003",
    name="unknown-key",
    what="Each key is one that the format has and this version supports.",
    why="A misspelt expectation that is passed over would never fail. Rename the key or take it "
    "out; `docs/scenarios.md` lists the keys of each table.",
    example="schema = 'skillctl.scenario/1'\nprompt = 'Go.'\nassrt = [{ exit = 0 }]",
    renames=True,
)
VALUE = _error(
    code="SC004",
    name="value",
    what="Each value is of the kind that its key wants, and demands something.",
    why="A value of another kind would be guessed at, and an empty text stands in every body. "
    "Write what the finding asks for.",
    example="schema = 'skillctl.scenario/1'\nprompt = 5",
)
TURN = _error(
    code="SC010",
    name="turn",
    what="Each turn says or calls something, and only the last one calls nothing.",
    why="A turn without a call ends the run, so what comes after it is never used. Give it a call, "
    "or take the later turns out.",
    example="turn = [{ say = 'Done.' }, { say = 'Not quite.' }]",
)
DEFECTS = (SYNTAX, FORMAT, UNKNOWN_KEY, VALUE, TURN)
