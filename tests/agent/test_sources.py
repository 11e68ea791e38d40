import re

from skillctl.agent.assembly import assemble
from skillctl.agent.messages import UserMessage
from skillctl.agent.sources import render_sources
from skillctl.settings import Settings
from tests.agent.views import EMPTY, server, skill, tool, view


def render(seen, task="Say hello.", width=100):
    return render_sources(assemble(seen, Settings(), [UserMessage(task)], model="m"), width)


def rows(text):
    """Source and text of each row."""
    parted = [re.split("[│┌]", line, maxsplit=1) for line in text.split("\n")]
    return [(source.strip(), words.removeprefix(" ")) for source, words in parted]


def test_each_line_stands_beside_its_source():
    found = rows(render(view([skill()], [server(instructions="Hi.\nBe brief.")], [tool()])))
    for expected in [
        ("builtin", "# Skills"),
        (".agents/skills/notes/SKILL.md:3", "- notes: Does notes. Use when asked."),
        ("builtin", "# MCP servers"),
        ("builtin", '<server_instructions server="weather">'),
        ("server weather", "Hi."),
        ("server weather", "Be brief."),
        ("builtin", "</server_instructions>"),
        ("server weather, tool get", "mcp__weather__get: get of weather"),
        ("command line", "Say hello."),
    ]:
        assert expected in found


def test_blocks_stand_in_model_order():
    text = render(view([skill()], [server()], [tool()]))
    titles = [line.partition("┌ ")[2] for line in text.split("\n") if "┌" in line]
    assert titles == ["system: base", "system: skills", "system: mcp", "tools", "user: task"]
    titles = [line.partition("┌ ")[2] for line in render(EMPTY).split("\n") if "┌" in line]
    assert titles == ["system: base", "tools", "user: task"]


def test_an_empty_line_has_no_source():
    assert ("", "") in rows(render(view([skill()])))


def test_long_lines_are_folded_and_no_word_is_lost():
    words = " ".join(f"word{n}" for n in range(100))
    text = render(EMPTY, f"  {words}")
    found = rows(text)
    task = found[[t for _, t in found].index("user: task") + 1 :]
    assert " ".join(words for _, words in task).split() == words.split()
    assert task[0][1].startswith("  word0 ")
    assert max(map(len, text.split("\n"))) <= 100
    assert [source for source, _ in task] == ["command line"] + [""] * (len(task) - 1)


def test_controls_of_others_are_shown_not_sent():
    text = render(view(tools=[tool(description="\x1b[2J\u202e")]))
    assert r"\x1b[2J\u{202E}" in text


def test_a_long_source_is_folded_too_and_leaves_room():
    long = skill(shown="packages/" + "deep/" * 12 + "SKILL.md")
    text = render(view([long]))
    found = rows(text)
    at = next(i for i, (_, words) in enumerate(found) if words.startswith("- notes"))
    assert "".join(s for s, _ in found[at : at + 3]) == f"{long.shown}:3"
    assert max(map(len, text.split("\n"))) <= 100
