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


def page() -> str:
    """The page, in Markdown."""
    head = (
        f"# Fake servers (`{SCHEMA}`)\n\n"
        "A fake is an MCP server as data, in a TOML file. `skillctl fake serve FILE` runs it on\n"
        "stdin and stdout, `skillctl fake check FILE` finds what is wrong with it, and scenarios\n"
        "name it under `fakes`. Each key below is made from the declaration that the reader uses;\n"
        "any other key is refused. In brackets stands what holds without the key.\n\n"
        f"```toml\n{EXAMPLE}```\n"
    )
    notes = {path: " ".join(map(_words, found)) for path, found in CHOICES.items()}
    return head + key_tables(FAKE, notes)


def _words(choice: Choice) -> str:
    number = "At least" if choice.many else "Exactly"
    listed = ", ".join(f"`{key}`" for key in choice.keys)
    return f"{number} one {choice.words} {listed} stands in it."
