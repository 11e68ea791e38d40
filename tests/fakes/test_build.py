from skillctl.errors import Location, Position
from skillctl.fakes.model import (
    EVERY,
    Expect,
    FakeFile,
    Fault,
    Happening,
    Leave,
    Moment,
    Process,
    Server,
)
from tests.fakes.lockstep import fake_file

WHOLE = """
[server]
name = "weather"
version = "2.0"
title = "Weather"
instructions = "Ask."
protocol = ["2025-06-18"]
answer = "1999-01-01"
page_size = 2
unknown_method = "silent"
omit = ["serverInfo"]
validate_args = false

[process]
start_delay_ms = 5
stderr = ["up"]
stdout_before = ["log", { hex = "00fF" }]
exit_at_start = { code = 3, stderr = "no" }

[[tool]]
name = "get"
annotations = { readOnlyHint = true }
title = "Get"
input_schema = { type = "object", required = ["b", "a"] }
hidden = true
[[tool.reply]]
when = { a = 1 }
text = "one"
delay_ms = 9
progress = [0.5, 1]
template = true
is_error = true
[[tool.reply]]
default = true
rpc_error = { code = 4, message = "x", data = [1] }

[[tool]]
definition = { name = 7, inputSchema = "wrong" }

[[fault]]
on = "tools/call"
tool = "get"
nth = [1, 3]
exit = { code = 7, stderr = "full", after_bytes = 12 }
no_reply = true
[[fault]]
on = "ping"
nth = 2
no_reply = true
[[fault]]
on = "ping"
nth = "every"
exit = { }

[[event]]
after = "start"
stderr = ["a"]
[[event]]
after = "initialized"
notify = "notifications/tools/list_changed"
[[event]]
after = "tools/call#2"
set_tools = []

[[expect]]
method = "notifications/cancelled"
of = "tools/call#2"
count = 1
within_ms = 50
[[expect]]
method = "ping"
"""


def place(file, text, nth=0):
    """The location of the nth occurrence of a word that begins a line."""
    lines = ("schema\n" + WHOLE).split("\n")
    line = [i for i, row in enumerate(lines, 1) if row.startswith(text)][nth]
    key = text.split(" ", maxsplit=1)[0]
    found = file.location if hasattr(file, "location") else file
    assert (found.start.line, found.start.column, found.end.column) == (line, 1, len(key) + 1)


def test_an_empty_file_has_every_default():
    assert fake_file("") == FakeFile(path="fake.toml", server=Server(), process=Process())


def test_the_server_and_its_process():
    file = fake_file(WHOLE)
    assert file.server == Server(
        name="weather",
        version="2.0",
        title="Weather",
        instructions="Ask.",
        protocol=("2025-06-18",),
        answer="1999-01-01",
        page_size=2,
        unknown_method="silent",
        omit=frozenset({"serverInfo"}),
        validate_args=False,
    )
    assert file.process == Process(
        start_delay_ms=5,
        stderr=("up",),
        stdout_before=(b"log\n", b"\x00\xff"),
        exit_at_start=Leave(code=3, stderr="no"),
    )


def test_a_tool_is_listed_with_the_keys_of_the_protocol_in_its_order():
    tool = fake_file(WHOLE).tools[0]
    assert list(tool.definition.items()) == [
        ("name", "get"),
        ("title", "Get"),
        ("inputSchema", {"type": "object", "required": ["b", "a"]}),
        ("annotations", {"readOnlyHint": True}),
    ]
    assert tool.input_schema == tool.definition["inputSchema"]
    assert tool.hidden
    place(tool, 'name = "get"')


def test_a_tool_without_a_schema_takes_any_object():
    (tool,) = fake_file("[[tool]]\nname = 'a'").tools
    assert tool.definition == {"name": "a", "inputSchema": {"type": "object"}}


def test_a_raw_definition_stays_as_it_is_and_judges_nothing():
    tool = fake_file(WHOLE).tools[1]
    assert (tool.name, tool.input_schema, tool.replies) == ("", None, ())
    assert tool.definition == {"name": 7, "inputSchema": "wrong"}
    place(tool, "definition")


def test_replies_keep_their_match_and_their_answer():
    one, two = fake_file(WHOLE).tools[0].replies
    assert (one.match, one.wanted, one.answer, one.value) == ("when", {"a": 1}, "text", "one")
    assert (one.delay_ms, one.progress, one.template, one.is_error) == (9, (0.5, 1), True, True)
    place(one, "when = ")
    assert (two.match, two.wanted, two.answer) == ("default", True, "rpc_error")
    assert two.value == {"code": 4, "message": "x", "data": [1]}
    assert (two.delay_ms, two.progress, two.template, two.is_error) == (0, (), False, False)


def test_faults():
    one, two, three = fake_file(WHOLE).faults
    leave = Leave(code=7, stderr="full", after_bytes=12)
    assert one == Fault(
        on="tools/call",
        tool="get",
        nth=frozenset({1, 3}),
        effects={"exit": leave, "no_reply": True},
        location=one.location,
    )
    place(one, "nth = [1")
    assert (two.nth, two.tool, two.effects) == (frozenset({2}), None, {"no_reply": True})
    assert (three.nth, three.effects) == (EVERY, {"exit": Leave()})


def test_events():
    one, two, three = fake_file(WHOLE).events
    assert one == Happening(after=None, stderr=("a",), location=one.location)
    assert two.after == Moment("notifications/initialized", 1)
    assert two.notify == "notifications/tools/list_changed"
    assert (three.after, three.set_tools) == (Moment("tools/call", 2), ())
    place(three, "after", 2)


def test_expectations():
    one, two = fake_file(WHOLE).expects
    assert one == Expect(
        method="notifications/cancelled",
        of=Moment("tools/call", 2),
        count=1,
        within_ms=50,
        location=one.location,
    )
    assert (two.of, two.count, two.within_ms) == (None, None, None)
    place(two, 'method = "ping"')


def test_positions_are_code_points_and_bytes():
    (tool,) = fake_file("# ä\n[[tool]]\nname = 'a'").tools
    assert tool.location == Location("fake.toml", Position(4, 1, 41), Position(4, 5, 45))
