import pytest

from skillctl.agent.assembly import assemble
from skillctl.agent.messages import UserMessage
from skillctl.agent.shares import share_table, shares
from skillctl.settings import Settings
from skillctl.tokens import ESTIMATE, METHODS, count
from tests.agent.views import server, skill, tool, view


def quarter(text):
    return -(-len(text.encode()) // 4)


FULL = assemble(
    view([skill(), skill("other")], [server(instructions="Hi.")], [tool()]),
    Settings(),
    [UserMessage("Say é.")],
    model="m",
)


def test_shares_are_those_of_the_spans_and_add_up_to_the_body():
    found = shares(FULL, ESTIMATE)
    assert sum(share.size for share in found) == len(FULL.body)
    sizes = {(s.part, s.item): s.size for s in found}
    assert sizes["skills", "notes"] == len(b"- notes: Does notes. Use when asked.\\n")
    assert sizes["task", ""] == len("Say é.".encode())
    assert ("tools", "mcp__weather__get") in sizes


def test_the_table_ends_with_total_and_method():
    lines = list(share_table(FULL, ESTIMATE))
    assert lines[-1].startswith("method: bytes/4; frame: ")
    assert lines[-2].split() == ["total", f"~{quarter(FULL.body.decode()):,}", "100.0", "%"]
    assert any(line.startswith("skills  notes ") and "~" in line for line in lines)
    assert len({len(line) for line in lines[:-1]}) == 1


@pytest.mark.parametrize("method", METHODS)
def test_a_share_is_one_of_the_tokens_that_stand_beside_it(method):
    *rows, total, _method = (line.split() for line in share_table(FULL, method))
    numbers = [(int(words[-3].lstrip("~").replace(",", "")), words[-2]) for words in rows]
    whole = int(total[1].lstrip("~").replace(",", ""))
    assert whole == count(FULL.body.decode(), method)
    assert [percent for _, percent in numbers] == [f"{100 * n / whole:.1f}" for n, _ in numbers]
    assert sum(n for n, _ in numbers) >= whole
