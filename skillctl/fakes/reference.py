"""The reference page of fake servers, `docs/fakes.md`, made from the table of keys."""

from skillctl.fakes.keys import CHOICES, FAKE, SCHEMA, Choice
from skillctl.source.closed_page import key_tables

EXAMPLE = """\
schema = "skillctl.fake/1"

[server]
name = "weather"
version = "1.0.0"
instructions = "Ask for one city at a time."

[process]
stderr = ["weather: reading stations"]

[[tool]]
name = "get_weather"
description = "Weather of one city"
annotations = { readOnlyHint = true }
[tool.input_schema]
type = "object"
required = ["city"]
properties = { city = { type = "string" } }

[[tool.reply]] # the first match answers
when = { city = "Paris" }
text = "18 °C in Paris"
progress = [0.3, 0.6]

[[tool.reply]]
when = { city = "Atlantis" }
rpc_error = { code = -32602, message = "this city sank" }

[[tool.reply]]
default = true
error = "no such city: {{city}}"
template = true

[[tool]]
name = "report_storm"
description = "Report a storm"
hidden = true # until the event below lists it

[[tool.reply]]
default = true
text = "noted"
delay_ms = 20

[[resource]]
uri = "weather://stations"
mime = "text/plain"
text = "Paris, Oslo"

[[resource_template]]
uri_template = "weather://{city}/today"
reply = [{ default = true, text = "sunny in {{city}}", template = true }]

[[prompt]]
name = "forecast"
arguments = [{ name = "city", required = true }]
reply = [{ default = true, text = "What will the weather be in {{city}}?", template = true }]

[[fault]] # beats replies: the third call ends the process in the middle of its answer
on = "tools/call"
tool = "get_weather"
nth = 3
exit = { code = 7, stderr = "disk full", after_bytes = 12 }

[[event]]
after = "tools/call#1"
set_tools = ["get_weather", "report_storm"]
notify = "notifications/tools/list_changed"

[[expect]] # else `fake serve` exits with 1
method = "notifications/initialized"
count = 1
"""
PROSE = """
## What happens

**Answers.** A request meets the first fault that is on it, else the first reply that matches; a
fault stands before the checks of arguments, too. Numbers count from 1, per method, or per tool,
prompt or URI where one is named. Arguments are checked against `input_schema` as a real server does
it: what does not fit is a tool error. Where no reply matches, the answer is an error that names the
nearest reply and the key that differs; stderr says it as well.

**Files.** `file` names a JSON file in the folder of the fake or below. It holds the whole `result`
of the request, an object such as `{ "content": [...] }` of at most 8 MiB, and is read with the
fake. Links are followed before it is judged where a file lies: what lies elsewhere is refused and
never opened. A fake opens no other file, and runs nothing but the child process of
`[process.helper]`, which is a program of skillctl that waits.

**Eras.** With `era = "modern"` a fake speaks 2026-07-28: no handshake, an envelope (`_meta` with
version and capabilities) demanded in each request, `server/discover`, results with `resultType`, no
`ping`; changes of lists are told on streams of `subscriptions/listen` only, log messages to who
asks for them. Wrong envelopes get the errors of the protocol (-32602, -32022). With `both` the
first request decides, as with the official SDK. `fake serve --era` puts another era in the place of
the file's. A request that an event or a fault writes in a modern session is itself a fault.

**Questions.** `input_required` asks the client back. The same request, once it holds the exact
state and an answer to each question, goes on to the next reply that matches. A client that has not
declared what a question needs gets -32021; one that began with a handshake is never asked.

**Cancelling.** A cancelled request is not answered, unless a fault has it `late`.

**Ends.** A fake ends when its input ends, or as its file says. What ignores the end of the input,
does not read, or hangs ends when the process that started it is gone, or by a signal. In this
process, as scenarios run it, there is no signal: closing it counts as SIGTERM, or as SIGKILL where
that is ignored. An `expect` or an event whose answer was not as expected is told on stderr at the
end of the input, and the exit code is 1.
"""


def page() -> str:
    """The page, in Markdown."""
    head = (
        f"# Fake servers (`{SCHEMA}`)\n\n"
        "A fake is an MCP server as data, in a TOML file. `skillctl fake serve FILE` runs it on\n"
        "stdin and stdout, `skillctl fake check FILE` finds what is wrong with it, and scenarios\n"
        "name it under `fakes`. `skillctl fake explain FILE CALL.json` says what answers a\n"
        "request, and why; `skillctl fake record` makes a fake of a real server. Each key below\n"
        "is made from the declaration that the reader uses; any other key is refused. In brackets\n"
        "stands what holds without the key.\n\n"
        f"```toml\n{EXAMPLE}```\n{PROSE}"
    )
    notes = {path: " ".join(map(_words, found)) for path, found in CHOICES.items()}
    return head + key_tables(FAKE, notes)


def _words(choice: Choice) -> str:
    number = "At least" if choice.many else "Exactly"
    listed = ", ".join(f"`{key}`" for key in choice.keys)
    return f"{number} one {choice.words} {listed} stands in it."
