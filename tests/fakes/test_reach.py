import pytest

from skillctl.fakes.reach import unreachable
from tests.fakes.lockstep import fake_file

CITY = """
[[tool]]
name = "get"
input_schema = { type = "object", required = ["city"], additionalProperties = false, properties = {\
 city = { type = "string", enum = ["Paris", "Rome"] }, days = { type = "integer" },\
 ratio = { type = ["number", "null"] }, where = { type = "object", properties = { x = false } },\
 list = { type = "array" }, any = { }, unit = { const = "C" }, odd = { type = 5 } } }
"""


def found(text):
    return [item.message for item in unreachable(fake_file(text))]


def replies(*tables, head="[[tool]]\nname = 'get'\n"):
    return head + "".join(f"[[tool.reply]]\n{t}\ntext = 'x'\n" for t in tables)


def of_replies(*tables, **more):
    return found(replies(*tables, **more))


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("default = true", "when = { a = 1 }"),
        ("default = true", "default = true"),
        ("when = { }", "when_call = 2"),
        ("when_missing = []", "default = true"),
        ("when = { a = 1 }", "when = { a = 1 }"),
        ("when = { a = 1 }", "when = { a = 1, b = 2 }"),
        ("when = { a = { b = 1 } }", "when = { a = { b = 1, c = 2 } }"),
        ("when_missing = 'a'", "when_missing = ['b', 'a']"),
        ("when_missing = ['a']", "when_missing = 'a'"),
        ("when_call = 2", "when_call = 2"),
        ("when_regex = { }", "when = { a = 1 }"),
        ("when_regex = { a = 'x' }", "when_regex = { b = 'y', a = 'x' }"),
        ("when_schema = { }", "when = { a = 1 }"),
        ("when_schema = { required = ['a'], type = 'object' }",
         "when_schema = { type = 'object', required = ['a'] }"),
        ("default = true", "when_regex = { a = 'x' }"),
        ("default = true", "when_schema = { required = ['a'] }"),
    ],
)  # fmt: skip
def test_a_reply_behind_one_that_matches_all_it_matches(earlier, later):
    match = earlier.partition(" ")[0]
    assert of_replies(earlier, later) == [
        f'reply[1] of "get" never answers: {match} of an earlier reply matches all it matches'
    ]


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("when_regex = { a = 'x' }", "when_regex = { a = 'y' }"),
        ("when_regex = { a = 'x', b = 'y' }", "when_regex = { a = 'x' }"),
        ("when_regex = { a = 'x' }", "when = { a = 'x' }"),
        ("when_schema = { required = ['a'] }", "when_schema = { required = ['b'] }"),
        ("when_schema = { required = ['a'] }", "when = { a = 1 }"),
        ("when = { a = 1 }", "default = true"),
        ("when = { a = 1, b = 2 }", "when = { a = 1 }"),
        ("when = { a = 1 }", "when = { a = 2 }"),
        ("when = { a = 1 }", "when = { a = true }"),
        ("when_missing = ['a', 'b']", "when_missing = 'a'"),
        ("when_call = 1", "when_call = 2"),
        ("when_call = 1", "when = { a = 1 }"),
        ("when_missing = 'a'", "when = { b = 1 }"),
    ],
)
def test_a_reply_that_may_still_answer(earlier, later):
    assert of_replies(earlier, later) == []


def test_the_place_is_the_match_and_the_one_in_the_way():
    file = fake_file(replies("default = true", "when = { a = 1 }"))
    (item,) = unreachable(file)
    assert item.location == file.tools[0].replies[1].location
    assert item.behind == file.tools[0].replies[0].location


@pytest.mark.parametrize(
    ("match", "reason"),
    [
        ("when = { city = 5 }", 'arguments.city is 5, not of type "string"'),
        ("when = { city = 'Oslo' }", 'arguments.city is "Oslo", not one of ["Paris", "Rome"]'),
        ("when = { days = 1.5 }", 'arguments.days is 1.5, not of type "integer"'),
        ("when = { days = true }", 'arguments.days is true, not of type "integer"'),
        ("when = { ratio = 'x' }", 'arguments.ratio is "x", not of type ["number", "null"]'),
        ("when = { list = { } }", 'arguments.list is {}, not of type "array"'),
        ("when = { unit = 'F' }", 'arguments.unit is "F", not one of ["C"]'),
        ("when = { where = { x = 1 } }", "arguments.where.x is not allowed"),
        ("when = { town = 'x' }", "arguments.town is not among its properties"),
        ("when_missing = ['days', 'city']", "arguments.city is required"),
    ],
)
def test_a_reply_for_arguments_that_do_not_pass_the_schema(match, reason):
    message = (
        f'reply[0] of "get" never answers: {reason}, so such arguments do not pass input_schema'
    )
    assert of_replies(match, head=CITY) == [message]
    assert of_replies(match, head="[server]\nvalidate_args = false\n" + CITY) == []


@pytest.mark.parametrize(
    "match",
    [
        "when = { city = 'Paris' }",
        "when = { days = 2.0 }",
        "when = { ratio = 1 }",
        "when = { list = [1] }",
        "when = { where = { y = 1 } }",
        "when = { any = { } }",
        "when = { odd = 1 }",
        "when_missing = 'days'",
        "when_call = 3",
    ],
)
def test_a_reply_for_arguments_that_may_pass(match):
    assert of_replies(match, head=CITY) == []


@pytest.mark.parametrize(
    "schema",
    [
        "{ }",
        "{ properties = 5, required = [] }",
        "{ type = [{ }], properties = { a = 5 } }",
        "{ type = 'thing' }",
        "{ additionalProperties = false, patternProperties = { a = { } } }",
        "{ properties = { a = { enum = 5 } } }",
    ],
)
def test_a_schema_that_says_nothing_judges_nothing(schema):
    head = f"[[tool]]\nname = 'get'\ninput_schema = {schema}\n"
    assert of_replies("when = { a = 1 }", "when_missing = 'b'", head=head) == []


def test_a_schema_of_another_type_takes_no_arguments():
    head = "[[tool]]\nname = 'get'\ninput_schema = { type = 'array' }\n"
    (message,) = of_replies("when = { a = 1 }", head=head)
    assert 'arguments is {"a": 1}, not of type "array"' in message


def test_a_raw_definition_judges_nothing():
    head = "[[tool]]\ndefinition = { name = 'x', inputSchema = { required = ['a'] } }\n"
    assert of_replies("when_missing = 'a'", head=head) == []


def faults(*tables):
    return found("".join(f"[[fault]]\n{t}\n" for t in tables) + "[[tool]]\nname = 'a'")


TAKEN = "fault[1] never happens: an earlier fault takes every such message"


@pytest.mark.parametrize(
    ("earlier", "later", "message"),
    [
        ("on = 'ping'\nno_reply = true", "on = 'ping'\nnth = 3\nexit = { }", TAKEN),
        ("on = 'tools/call'\nno_reply = true", "on = 'tools/call'\ntool = 'a'\nexit = { }", TAKEN),
        ("on = 'ping'\nnth = [1, 2]\nno_reply = true", "on = 'ping'\nnth = 2\nexit = { }",
         "fault[1] never happens: an earlier fault takes 2"),
        ("on = 'ping'\nnth = [1, 2]\nno_reply = true", "on = 'ping'\nnth = [2, 1, 3]\nexit = { }",
         "fault[1] never happens for these: an earlier fault takes 1, 2"),
        ("on = 'ping'\nnth = [4, 2]\nexit = { }", "on = 'ping'\nnth = 3\nno_reply = true",
         "fault[1] never happens: an earlier fault ends the process at 2"),
    ],
)  # fmt: skip
def test_a_fault_beaten_by_an_earlier_one(earlier, later, message):
    assert faults(earlier, later) == [message]


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("on = 'ping'\nnth = 1\nno_reply = true", "on = 'ping'\nno_reply = true"),
        ("on = 'ping'\nnth = 1\nno_reply = true", "on = 'ping'\nnth = 2\nno_reply = true"),
        ("on = 'ping'\nnth = 3\nexit = { }", "on = 'ping'\nnth = 2\nno_reply = true"),
        ("on = 'ping'\nno_reply = true", "on = 'tools/list'\nno_reply = true"),
        ("on = 'tools/call'\ntool = 'a'\nno_reply = true", "on = 'tools/call'\nno_reply = true"),
        ("on = 'tools/call'\nnth = 1\nno_reply = true",
         "on = 'tools/call'\ntool = 'a'\nnth = 1\nno_reply = true"),
    ],
)  # fmt: skip
def test_a_fault_that_may_still_happen(earlier, later):
    assert faults(earlier, later) == []


@pytest.mark.parametrize(
    ("match", "reason"),
    [
        ("when_regex = { town = 'x' }", "arguments.town is not among its properties"),
        ("when_regex = { city = 'P', town = 'x' }", "arguments.town is not among its properties"),
        ("when_schema = { required = ['town'] }", "arguments.town is not among its properties"),
    ],
)
def test_a_pattern_of_an_argument_that_cannot_be_there(match, reason):
    assert of_replies(match, head=CITY) == [
        f'reply[0] of "get" never answers: {reason}, so such arguments do not pass input_schema'
    ]
    assert of_replies(match, head="[server]\nvalidate_args = false\n" + CITY) == []


@pytest.mark.parametrize(
    "match",
    [
        "when_regex = { days = '1', any = 'x', city = 'om', unit = 'C' }",
        "when_schema = { required = ['city'], properties = { town = { } } }",
        "when_schema = { }",
    ],
)
def test_a_pattern_or_schema_that_some_arguments_fit(match):
    assert of_replies(match, head=CITY) == []


def test_questions_to_the_client_hide_nothing_but_may_be_hidden():
    ask = "[[tool.reply]]\ndefault = true\ninput_required = { state = 'x' }\n"
    head = "[server]\nera = 'both'\n[[tool]]\nname = 'get'\n"
    assert found(head + ask + replies("default = true", head="")) == []
    assert len(found(head + replies("default = true", head="") + ask)) == 1


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("[[resource]]\nuri = 'a:b'", "a:b"),
        ("[[resource_template]]\nuri_template = 'a:{b}'", "a:{b}"),
        ("[[prompt]]\nname = 'p'", "p"),
    ],
)
def test_replies_of_other_things_hide_each_other_too(head, name):
    text = head + "\nreply = [{ default = true, text = 'x' }, { when_call = 2, text = 'y' }]"
    assert found(text) == [
        f'reply[1] of "{name}" never answers: default of an earlier reply matches all it matches'
    ]
