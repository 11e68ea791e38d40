import re

import pytest

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


@pytest.mark.parametrize("width", [40, 60, 80, 100])
def test_a_long_source_gives_way_in_its_middle_and_everything_fits(width):
    long = skill(shown="packages/" + "deep/" * 12 + "SKILL.md")
    seen = view([long], [server("a" * 40, instructions="Hi.")], [tool("a" * 40, "b" * 20)])
    text = render(seen, "one two three " * 20, width=width)
    found = rows(text)
    source = next(source for source, words in found if words.startswith("- notes"))
    assert re.fullmatch(r"pack.*….*L\.md:3", source)
    assert len(source) == width // 2
    assert max(map(len, text.split("\n"))) <= width
    task = [words for _, words in found if words.startswith(("one", "t"))]
    assert {word for line in task for word in line.split()} >= {"one", "two", "three"}


def test_a_source_of_half_the_width_is_whole():
    path = ".agents/skills/release-notes/SKILL.md"
    text = render(view([skill(shown=path)]), width=80)
    assert f"\n{path}:3 │ - notes" in text
    assert max(map(len, text.split("\n"))) <= 80
