import pytest

from skillctl.rules.skill.tools import allowed_tools_form
from tests.rules.checks import found, skill


def tools(text):
    return skill(f"---\nname: notes\nallowed-tools:{text}\nlicense: MIT\n---\nbody\n")


@pytest.mark.parametrize(
    "text",
    [" Read", " Bash(git add *) Read", " Bash(git:a, b) Read", ' ""', "", " 3", " Read(a,b)"],
)
def test_a_string_with_blanks_is_as_it_should_be(text):
    assert found(allowed_tools_form, tools(text)) == []


@pytest.mark.parametrize(
    ("text", "token", "form", "result"),
    [
        (" Read, Grep", "Read, Grep", "a string with commas", " Read Grep"),
        (" Read,Grep", "Read,Grep", "a string with commas", " Read Grep"),
        (' "Read, Grep"', '"Read, Grep"', "a string with commas", " Read Grep"),
        (" Bash(git add *), Read", None, "a string with commas", ' "Bash(git add *) Read"'),
        (" [Read, Grep]", "[Read, Grep]", "a list", " Read Grep"),
        ("\n  - Read\n  - Grep", None, "a list", " Read Grep"),
        ("\n- Read\n- Bash(x, y)", None, "a list", ' "Read Bash(x, y)"'),
        (" Read,", "Read,", "a string with commas", " Read"),
        (" []", "[]", "a list", None),
        (" [Read, 3]", "[Read, 3]", "a list", None),
        (" # why\n  - Read", None, "a list", None),
        ("\n  - Read # why\n  - Grep", None, "a list", None),
        (" [a b(, c]", None, "a list", None),
        (" [Read File, Grep]", None, "a list", None),
        (" ['Read, Grep', Edit]", None, "a list", None),
        (" [Read, '']", None, "a list", None),
    ],
)
def test_lists_and_commas_and_their_repair(text, token, form, result):
    document = tools(text)
    (violation,) = allowed_tools_form.check(document)
    ((found_token, message),) = found(allowed_tools_form, document)
    assert message.startswith(f"allowed-tools is {form};")
    assert token is None or found_token == token
    assert (violation.repair is not None) == (result is not None)
    if violation.repair:
        ((span, new),) = violation.repair.replacements
        before = document.source.text
        after = before[: span.start] + new + before[span.end :]
        assert after == f"---\nname: notes\nallowed-tools:{result}\nlicense: MIT\n---\nbody\n"
