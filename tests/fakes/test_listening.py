import json

from skillctl.fakes.asked import Asked
from skillctl.fakes.listening import Listeners
from skillctl.fakes.protocol import LIST_CHANGES, Message

TOOLS, RESOURCES, PROMPTS = LIST_CHANGES


def listen(listeners, number, wanted, offered=LIST_CHANGES):
    message = Message("subscriptions/listen", number, {"notifications": wanted})
    (sent,) = listeners.listen(Asked(message=message, id=number, stamp={}), offered)
    return json.loads(sent.data)


def told(listeners, method):
    sent = [json.loads(send.data) for send in listeners.tell(method, "event[0]")]
    assert all(message["method"] == method for message in sent)
    return [message["params"]["_meta"] for message in sent]


def test_only_what_is_asked_for_and_offered_is_told_and_bears_the_id_of_its_stream():
    listeners = Listeners()
    flags = {"toolsListChanged": True, "promptsListChanged": True, "resourcesListChanged": False}
    assert listen(listeners, "a", flags, {TOOLS, RESOURCES}) == {
        "jsonrpc": "2.0",
        "method": "notifications/subscriptions/acknowledged",
        "params": {
            "_meta": {"io.modelcontextprotocol/subscriptionId": "a"},
            "notifications": {"toolsListChanged": True},
        },
    }
    listen(listeners, 2, {"toolsListChanged": True, "resourcesListChanged": 1})
    key = "io.modelcontextprotocol/subscriptionId"
    assert told(listeners, TOOLS) == [{key: "a"}, {key: 2}]
    assert told(listeners, RESOURCES) == told(listeners, PROMPTS) == []
    listeners.end("a")
    listeners.end("unknown")
    assert told(listeners, TOOLS) == [{key: 2}]


def test_a_request_that_says_nothing_is_refused():
    listeners = Listeners()
    assert listen(listeners, 1, [])["error"]["code"] == -32602
    assert told(listeners, TOOLS) == []
