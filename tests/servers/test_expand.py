import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.servers.expand import Expanded, expand, has_variables

HOST = {"HOME": "/home/u", "EMPTY": "", "A": "a", "TRAP": "${HOME}", "BRACE": "}{"}
FOREIGN = "$HOME %HOME% ~ {env:HOME} <KEY> $ $$ { } $}"


@pytest.mark.parametrize(
    ("text", "expanded"),
    [
        ("plain", "plain"),
        ("", ""),
        ("${A}", "a"),
        ("x${A}y${HOME}", "xay/home/u"),
        ("${EMPTY}", ""),
        ("${EMPTY:-d}", "d"),
        ("${NONE:-d}", "d"),
        ("${NONE:-}", ""),
        ("${A:-d}", "a"),
        ("${DATA:-${HOME}/data}:/data", "/home/u/data:/data"),
        ("${N1:-${N2:-${N3:-deep}}}!", "deep!"),
        ('${NONE:-{"a": {}}}', '{"a": {}}'),
        ("${NONE:-a}b}", "ab}"),
        ("${NONE:-:-x}", ":-x"),
        ("${NONE:-two\nlines}", "two\nlines"),
        ("${TRAP}", "${HOME}"),
        ("${NONE:-${TRAP}}", "${HOME}"),
        ("${BRACE}${A}", "}{a"),
        (FOREIGN, FOREIGN),
        ("$${A}", "$a"),
    ],
)  # fmt: skip
def test_values(text, expanded):
    assert expand(text, HOST) == Expanded(expanded)


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("${NONE}", ["variable NONE is not set and has no default"]),
        ("${X} ${Y} ${X}", [f"variable {n} is not set and has no default" for n in "XY"]),
        ("${EMPTY:-${NONE}}", ["variable NONE is not set and has no default"]),
        ("${A", ["${ is not closed by a }"]),
        ("${NONE:-{x}", ["${ is not closed by a }"]),
        ("${env:TOKEN}", ["${env:…} is not of the form ${NAME} or ${NAME:-default}"]),
        ("${A:=b}", ["${A:…} is not of the form ${NAME} or ${NAME:-default}"]),
        ("${file.name}", ["${file.name} is not of the form ${NAME} or ${NAME:-default}"]),
        ("${}", ["${} is not of the form ${NAME} or ${NAME:-default}"]),
        ("${1}", ["${…} is not of the form ${NAME} or ${NAME:-default}"]),
        ("${ A }", ["${…} is not of the form ${NAME} or ${NAME:-default}"]),
        ("${secret word}", ["${secret…} is not of the form ${NAME} or ${NAME:-default}"]),
        ("${A:-${env:B}}", ["${env:…} is not of the form ${NAME} or ${NAME:-default}"]),
        ("${X}${input:y}${Z", [
            "${input:…} is not of the form ${NAME} or ${NAME:-default}",
            "${ is not closed by a }",
            "variable X is not set and has no default",
        ]),
    ],
)  # fmt: skip
def test_all_problems_are_named_and_nothing_literal_is_passed(text, problems):
    assert expand(text, HOST) == Expanded("", tuple(problems))


def test_a_variable_that_is_set_needs_no_value_in_its_default():
    assert expand("${A:-${NONE}}", HOST) == Expanded("a")


def test_nesting_is_bounded():
    text = "${N:-" * 33 + "x" + "}" * 33
    assert expand(text, {}).problems == ("variables are nested more than 32 deep",)
    assert expand("${N:-" * 30 + "x" + "}" * 30, {}) == Expanded("x")
    assert expand("${N:-" * 50_000, {}).problems == ("${ is not closed by a }",)


def test_what_holds_a_variable():
    assert has_variables("a${b")
    assert not has_variables("a$b{c}")


@given(st.text("${}:-AB\n", max_size=40), st.dictionaries(st.sampled_from("AB"), st.text("x${}")))
def test_it_ends_and_never_passes_half_an_expansion(text, environment):
    result = expand(text, environment)
    assert not (result.problems and result.text)
    if "${" not in text:
        assert result == Expanded(text)
