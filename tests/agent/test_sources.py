from skillctl.agent.assembly import assemble
from skillctl.agent.messages import UserMessage
from skillctl.agent.sources import SOURCE_WIDTH, render_sources
from skillctl.settings import Settings
from tests.agent.views import EMPTY, server, skill, tool, view


def render(seen, task="Say hello.", width=100):
    return render_sources(assemble(seen, Settings(), [UserMessage(task)], model="m"), width)


def rows(text):
    """Source and text of each row."""
    return [(line[:SOURCE_WIDTH].strip(), line[SOURCE_WIDTH + 3 :]) for line in text.split("\n")]


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


def test_long_lines_are_folded_and_nothing_is_lost():
    words = " ".join(f"word{n}" for n in range(100))
    found = rows(render(EMPTY, f"  {words}"))
    task = found[[t for _, t in found].index("user: task") + 1 :]
    assert "".join(text.ljust(57) for _, text in task).split() == words.split()
    assert all(len(text) <= 57 for _, text in task)
    assert [source for source, _ in task] == ["command line"] + [""] * (len(task) - 1)


def test_controls_of_others_are_shown_not_sent():
    text = render(view(tools=[tool(description="\x1b[2J\u202e")]))
    assert r"\x1b[2J\u{202E}" in text


def test_a_long_source_is_folded_too():
    long = skill(shown="packages/" + "deep/" * 12 + "SKILL.md")
    found = rows(render(view([long])))
    at = next(i for i, (_, text) in enumerate(found) if text.startswith("- notes"))
    assert "".join(s for s, _ in found[at : at + 3]).startswith("packages/deep/")
