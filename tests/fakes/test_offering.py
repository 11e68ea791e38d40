import json

from skillctl.fakes.asked import Asked
from skillctl.fakes.offering import Offering
from skillctl.fakes.protocol import Message
from skillctl.fakes.shuffled import shuffled
from tests.fakes.lockstep import fake_file

TOOLS = "".join(f"[[tool]]\nname = '{name}'\n" for name in "abcde")
ALL = """
[[resource]]
uri = "a:b"
text = "x"
[[prompt]]
name = "p"
text = "x"
[[tool]]
name = "t"
reply = [{ default = true, text = "x", logs = ["y"] }]
"""


def listed(text, method="tools/list", style=None, **params):
    asked = Asked(message=Message(method, 1, params), id=1)
    (send,) = Offering(fake_file(text)).listing(asked, style)
    message = json.loads(send.data)
    return message.get("result", message.get("error"))


def names(result):
    return [tool["name"] for tool in result["tools"]]


def test_pages_in_the_style_of_the_server_or_of_a_fault():
    text = "[server]\npage_size = 2\ncursor = 'same'\n" + TOOLS
    assert listed(text)["nextCursor"] == "same"
    assert listed(text, style="endless")["nextCursor"] == "endless-2"
    assert listed(text, style="normal", cursor="same")["nextCursor"] == "4"
    assert listed(text, cursor="2")["nextCursor"] == "same"
    assert listed(text, cursor="endless-2") == {"code": -32602, "message": "Invalid cursor"}


def test_tools_in_the_order_of_a_number_over_all_pages():
    text = "[server]\npage_size = 3\nseed = 4\nshuffle = ['tools']\n" + TOOLS
    assert names(listed(text)) + names(listed(text, cursor="3")) == shuffled("abcde", 4)
    offering = Offering(fake_file(text))
    offering.set_tools(["a", "c", "b"])
    assert [tool.name for tool in offering.tools] == shuffled("acb", 4)


def test_keys_in_another_order():
    schema = "input_schema = { type = 'object', properties = { x = {}, y = {}, z = {} } }"
    orders = set()
    for seed in range(8):
        text = f"[server]\nseed = {seed}\nshuffle = ['keys']\n[[tool]]\nname = 'a'\n{schema}"
        (tool,) = listed(text)["tools"]
        orders.add((*tool, *tool["inputSchema"]["properties"]))
        assert names(listed(text)) == ["a"]
    assert len(orders) > 3


def test_capabilities_are_what_the_file_holds():
    assert Offering(fake_file("")).capabilities() == {"tools": {}}
    whole = {"tools": {}, "resources": {}, "prompts": {}, "logging": {}}
    assert Offering(fake_file(ALL)).capabilities() == whole
    event = "[[event]]\nafter = 'start'\n"
    changed = (
        event + "notify = 'notifications/prompts/list_changed'\n" + event + "set_tools = ['t']"
    )
    assert Offering(fake_file(ALL + changed)).capabilities() == {
        "tools": {"listChanged": True},
        "resources": {},
        "prompts": {"listChanged": True},
        "logging": {},
    }
    odd = "[server]\ncapabilities = { tools = 5 }\n"
    assert Offering(fake_file(odd + ALL)).capabilities() == {"tools": 5}


def test_a_raw_list_stands_in_the_place_of_any_page():
    text = "[list]\nprompts = { raw = '{\"id\":{{id}}}' }\n" + ALL
    asked = Asked(message=Message("prompts/list", "x", {"cursor": "none"}), id="x")
    (send,) = Offering(fake_file(text)).listing(asked, None)
    assert (send.data, send.cause, send.request) == (b'{"id":"x"}\n', "list.prompts", "x")
    assert listed(text, "resources/list")["resources"] == [{"uri": "a:b", "name": "a:b"}]
