import pytest

from skillctl.fakes.names import same_names, tool_name, unknown_names
from skillctl.source.file import decode
from skillctl.source.toml_text import parse_toml

TOOLS = "[[tool]]\nname = 'get_weather'\n[[tool]]\ndefinition = { name = 'raw' }\n"


def tree(text):
    node, problems = parse_toml(decode("f.toml", text.encode()))
    assert problems == ()
    return node


def unknown(text):
    text = TOOLS + text
    return [(text[m.start : m.end], m.message, m.advice) for m in unknown_names(tree(text))]


def test_names_of_tools_come_from_the_table_or_the_raw_definition():
    names = [tool_name(tool).value for tool in tree(TOOLS).tables("tool")]
    assert names == ["get_weather", "raw"]


@pytest.mark.parametrize(
    "text", ["title = 'x'", "name = 5", "definition = { }", "definition = { name = 1 }",
             "definition = 'x'"],
)  # fmt: skip
def test_a_tool_without_a_name(text):
    assert tool_name(tree(f"[[tool]]\n{text}").tables("tool")[0]) is None


@pytest.mark.parametrize(
    "text",
    [
        "[[fault]]\non = 'tools/call'\ntool = 'raw'",
        "[[fault]]\non = 'resources/read'",
        "[[fault]]\non = 'notifications/initialized'",
        "[[event]]\nafter = 'start'\nnotify = 'notifications/tools/list_changed'\nset_tools = []",
        "[[event]]\nafter = 'tools/call#1'\nset_tools = ['raw', 'get_weather']",
        "[[event]]\nafter = 'nothing'",
        "[[expect]]\nmethod = 'notifications/cancelled'\nof = 'tools/call#2'",
    ],
)
def test_names_that_are_known(text):
    assert unknown(text) == []


@pytest.mark.parametrize(
    ("text", "at", "message", "advice"),
    [
        ("[[fault]]\non = 'tool/call'", "'tool/call'", 'there is no method "tool/call"',
         'did you mean "tools/call"?'),
        ("[[fault]]\ntool = 'get_wether'", "'get_wether'", 'there is no tool "get_wether"',
         'did you mean "get_weather"?'),
        ("[[fault]]\ntool = 'zzz'", "'zzz'", 'there is no tool "zzz"', "known: get_weather, raw"),
        ("[[event]]\nset_tools = ['raw', 'rwa']", "'rwa'", 'there is no tool "rwa"',
         'did you mean "raw"?'),
        ("[[event]]\nnotify = 'notifications/tool/list_changed'",
         "'notifications/tool/list_changed'",
         'there is no notification "notifications/tool/list_changed"',
         'did you mean "notifications/tools/list_changed"?'),
        ("[[event]]\nafter = 'tools/cal#1'", "'tools/cal#1'", 'there is no method "tools/cal"',
         'did you mean "tools/call"?'),
        ("[[expect]]\nmethod = 'pong'", "'pong'", 'there is no method "pong"',
         'did you mean "ping"?'),
        ("[[expect]]\nof = 'notifications/cancelled#1'", "'notifications/cancelled#1'",
         'there is no method "notifications/cancelled"', None),
    ],
)  # fmt: skip
def test_names_that_nothing_bears(text, at, message, advice):
    (found,) = unknown(text)
    assert found[:2] == (at, message)
    assert advice in (None, found[2])


def test_many_known_names_are_counted():
    text = "".join(f"[[tool]]\nname = 'tool_{n}'\n" for n in range(20))
    (found,) = unknown_names(tree(text + "[[fault]]\ntool = 'x'"))
    assert found.advice.endswith("tool_11 and 8 more")


def test_no_tools_at_all():
    (found,) = unknown_names(tree("[[fault]]\ntool = 'x'"))
    assert found.advice == "known: none"


def test_the_same_name_twice():
    pairs = list(same_names(tree(TOOLS + "[[tool]]\ntitle = 't'\n[[tool]]\nname = 'raw'\n" * 2)))
    assert [(first.value, second.value) for _, first, second in pairs] == [("raw", "raw")] * 2
    assert len({first.start for _, first, _ in pairs}) == 1
    assert pairs[0][1].start < pairs[0][2].start < pairs[1][2].start


def test_each_kind_has_names_of_its_own():
    text = """
    [[resource]]
    uri = "a:b"
    [[resource]]
    definition = { uri = "a:b" }
    [[resource_template]]
    uri_template = "a:{b}"
    [[resource_template]]
    uri_template = "a:{b}"
    [[prompt]]
    name = "raw"
    [[prompt]]
    name = "raw"
    [[prompt]]
    name = 5
    """
    kinds = [(kind, second.value) for kind, _, second in same_names(tree(TOOLS + text))]
    assert kinds == [("resource", "a:b"), ("resource template", "a:{b}"), ("prompt", "raw")]


@pytest.mark.parametrize(
    ("method", "known", "word"),
    [
        ("tools/list", "get_weather", "tool"),
        ("resources/list", "a:b", "resource"),
        ("resources/list", "named", "resource"),
        ("resources/templates/list", "a:{b}", "resource template"),
        ("prompts/list", "p", "prompt"),
    ],
)
def test_an_entry_that_is_to_stand_twice_is_one_of_its_list(method, known, word):
    things = """
    [[resource]]
    uri = "a:b"
    [[resource]]
    definition = { uri = "a:c", name = "named" }
    [[resource_template]]
    uri_template = "a:{b}"
    [[prompt]]
    name = "p"
    """
    fault = f"[[fault]]\non = '{method}'\nduplicate = "
    assert list(unknown_names(tree(TOOLS + things + fault + f"'{known}'"))) == []
    (one,) = unknown_names(tree(TOOLS + things + fault + "'none of them'"))
    assert one.message == f'there is no {word} "none of them"'
