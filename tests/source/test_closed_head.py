import pytest

from skillctl.source.closed_head import no_toml, wrong_schema
from skillctl.source.file import decode
from skillctl.source.toml_text import parse_toml
from skillctl.version import VERSION

WANTED = "skillctl.song/3"


def parsed(text):
    return parse_toml(decode("a.toml", text.encode()))


def misfit(text):
    node, problems = parsed(text)
    assert (node is None, problems) == (False, ())
    return wrong_schema(node, WANTED)


def test_the_right_schema():
    assert misfit(f'schema = "{WANTED}"\nother = 1\n') is None


def test_no_schema_is_told_at_the_beginning():
    found = misfit("other = 1\n")
    assert (found.name, found.start, found.end) == ("schema", 0, 1)
    assert found.message == "the file does not say which format it has"
    assert found.advice == f'begin the file with schema = "{WANTED}"'


@pytest.mark.parametrize("value", ["'skillctl.tune/3'", "'skillctl.song/x'", "''", "3", "['x']"])
def test_another_schema_says_which_to_write(value):
    found = misfit(f"schema = {value}\n")
    assert (found.name, found.start, found.end) == ("schema", 9, 9 + len(value))
    assert found.message == f'the schema is not "{WANTED}", which skillctl {VERSION} reads'
    assert found.advice == f'write schema = "{WANTED}"'


@pytest.mark.parametrize(
    ("number", "advice"),
    [
        (4, "use a newer skillctl, one that reads skillctl.song/4"),
        (27, "use a newer skillctl, one that reads skillctl.song/27"),
        (2, f'write schema = "{WANTED}"'),
        (0, f'write schema = "{WANTED}"'),
    ],
)
def test_only_a_later_number_asks_for_a_newer_skillctl(number, advice):
    assert misfit(f"schema = 'skillctl.song/{number}'\n").advice == advice


def test_what_is_no_toml():
    _, (problem,) = parsed("a = \n")
    found = no_toml(problem)
    assert (found.name, found.start, found.end) == ("syntax", problem.start, problem.end)
    assert found.message == "not valid TOML: Invalid value"
    assert found.advice == "correct the TOML"
