from skillctl.agent.messages import Reply, Request
from skillctl.agent.providers import ScriptedProvider, ScriptTurn
from skillctl.scenario.recorder import Recorder


def test_every_request_is_kept_and_passed_on():
    recorder = Recorder(ScriptedProvider([ScriptTurn("a"), ScriptTurn("b")]))
    requests = [Request(n, b"{}", "", (), ()) for n in (1, 2)]
    assert recorder.reply(requests[0]) == Reply("a")
    assert recorder.reply(requests[1]) == Reply("b")
    assert recorder.requests == requests
    assert recorder.name == "script"


def test_turns_left_over_are_no_error_here():
    Recorder(ScriptedProvider([ScriptTurn("a")])).finish()
