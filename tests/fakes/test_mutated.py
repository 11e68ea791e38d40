"""Golden fakes and lines with something changed: a finding or an answer, never a traceback."""

import json
import random
import re

import pytest

from skillctl.errors import SkillctlError
from skillctl.fakes.file import check_fake, parse_fake
from skillctl.fakes.session import Session
from skillctl.findings import Severity
from skillctl.source.file import decode
from tests.conftest import GOLDEN

FAKES = [path.read_text() for path in sorted(GOLDEN.glob("fake/*/fake.toml"))]
LINES = [
    line
    for path in sorted(GOLDEN.glob("fake/*/in.jsonl"))
    for line in path.read_bytes().splitlines()
    if line.startswith(b'{"jsonrpc')
]
KEYS = sorted({key for text in FAKES for key in re.findall(r"[a-z_]+(?= =)", text)})
VALUES = [
    *("5", "-1", "true", '"x"', "[]", "{}", "[1]", "[{}]", "{ a = 1 }", "1979-05-27", "inf"),
    *('"tools/list"', '"tools/call#1"', '{ hex = "ff" }', '"ms:5"', '"("', '{ a = "(" }'),
    *("{ requests = { a = 5 } }", "{ state = 5 }", '{ raw = "x" }'),
]
HEADERS = ["[[tool]]", "[[tool.reply]]", "[server]", "[[fault]]", "[[event]]", "[list]", "[tool]"]
ODD = [None, 5, "x", [], {}, True, 1.5, "2026-07-28", "say"]


def changed_file(dice):
    lines = dice.choice(FAKES).split("\n")
    for _ in range(dice.randint(1, 3)):
        at = dice.randrange(len(lines))
        head = lines[at].partition("=")[0]
        lines[at : at + dice.randint(0, 1)] = [
            dice.choice(
                [
                    f"{dice.choice(KEYS)} = {dice.choice(VALUES)}",
                    f"{head}= {dice.choice(VALUES)}",
                    dice.choice(HEADERS),
                    re.sub(r'"[^"]*"', lambda _: dice.choice(VALUES), lines[at], count=1),
                ]
            )
        ]
    return "\n".join(lines)


def changed_value(dice, value):
    if dice.random() < 0.1:
        return dice.choice(ODD)
    if isinstance(value, dict):
        kept = [(k, v) for k, v in value.items() if dice.random() > 0.05]
        return {key: changed_value(dice, inner) for key, inner in kept}
    return [changed_value(dice, inner) for inner in value] if isinstance(value, list) else value


def changed_line(dice):
    value = changed_value(dice, json.loads(dice.choice(LINES)))
    return json.dumps(value).encode()[: dice.choice([None, None, None, 40])] + b"\n"


def converse(dice, file):
    """Let a fake of this file hear some lines, then the end; only so much is taken from it."""
    session, now = Session(file, 0.0, lambda _: None), 0.0
    for line in [*(changed_line(dice) for _ in range(12)), b""]:
        session.feed(line)
        for _ in range(50):
            if session.next_effect(now) is None:
                break
        now += 1.5 * dice.random()
    session.end()
    session.abandon()
    while session.next_effect(now):
        pass
    assert session.exit_code is not None


@pytest.mark.parametrize("seed", range(4))
def test_a_changed_file_is_refused_or_served(seed):
    dice = random.Random(seed)
    served = 0
    for _ in range(100):
        source = decode("f.toml", changed_file(dice).encode())
        errors = [f for f in check_fake(source) if f.severity is Severity.ERROR]
        try:
            file = parse_fake(source)
        except SkillctlError:
            assert errors
            continue
        assert not errors
        served += 1
        converse(dice, file)
    assert served


@pytest.mark.parametrize("seed", range(2))
def test_golden_fakes_hear_changed_lines(seed):
    dice = random.Random(seed)
    for text in FAKES:
        converse(dice, parse_fake(decode("f.toml", text.encode())))
