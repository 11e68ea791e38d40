import pytest

from skillctl.mcp.live.order import order_remarks


def tool(name, **more):
    return {"name": name, "description": "d", **more}


A, B, C = tool("a"), tool("b"), tool("c")


@pytest.mark.parametrize(
    ("first", "again", "expected"),
    [
        ([A, B], [A, B], []),
        ([A, B], [B, A], [("/tools/0", 'another order the second time: here it has "b"')]),
        ([A, B], [A], [("/tools", 'the second listing lacks "b"')]),
        ([A], [A, B, C], [("/tools", 'the second listing also has "b", "c"')]),
        ([], [tool(f"t{n}") for n in range(7)],
         [("/tools", 'the second listing also has "t0", "t1", "t2", "t3", "t4" and 2 more')]),
        ([A, B], [A, tool("b", description="now 12:01")],
         [("/tools/1/description", "the second time it is another value")]),
        ([tool("a", x={"k": [1, 2]})], [tool("a", x={"k": [1, 3]})],
         [("/tools/0/x/k/1", "the second time it is another value")]),
        ([tool("a", x={"k": 1, "l": 2})], [tool("a", x={"l": 2, "k": 1})],
         [("/tools/0/x", "the second time its keys stand in another order")]),
        ([tool("a", x=1)], [tool("a", x=True)],
         [("/tools/0/x", "the second time it is another value")]),
        ([7], [8], [("/tools", "the second listing has other entries")]),
    ],
)  # fmt: skip
def test_order(first, again, expected):
    found = [(r.path, r.message) for r in order_remarks(first, again)]
    assert found == expected
