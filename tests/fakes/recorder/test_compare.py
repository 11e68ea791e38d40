from skillctl.fakes.recorder.compare import differences
from tests.fakes.recorder.recordings import TOOL, called, recording, text


def found(one, other):
    return list(differences(one, other))


def test_equal_recordings():
    made = recording(TOOL, calls=[called({"a": 1, "b": 2})])
    assert found(made, recording(pages=[[], [TOOL]], calls=[called({"b": 2, "a": 1})])) == []


def test_every_difference_is_told():
    one = recording(TOOL, {"name": "b", "x": 1, "y": 2}, calls=[called(text("1"))])
    other = recording({"name": "t" * 200}, {"name": "b", "y": 2, "x": 1}, 7, protocol="2024-11-05",
                      calls=[called(text("2"))])  # fmt: skip
    protocol, count, first, order, call = found(one, other)
    assert protocol == "the protocol is 2024-11-05, not 2025-11-25"
    assert count == "it lists 3 tools, not 2"
    assert first.startswith(f'/tools/0 is {{"name": "{"t" * 110}…, not ')
    assert order.startswith("/tools/1 is ")
    assert call.startswith('call 1 (t) gets {"result": ')


def test_true_is_not_one():
    assert found(recording(calls=[called({"a": 1})]), recording(calls=[called({"a": True})]))
