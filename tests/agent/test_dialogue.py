"""Several user messages: what changes between two of them acts on the second, never in a run."""

import json
from functools import partial

import pytest

from skillctl.agent.activation import activation_message
from skillctl.agent.approvals import Approvals, Mode, Nobody
from skillctl.agent.callers import equip
from skillctl.agent.dialogue import Dialogue
from skillctl.agent.gather import gather_view
from skillctl.agent.limits import Limits, Reached
from skillctl.agent.log import SessionLog
from skillctl.agent.messages import UserMessage
from skillctl.agent.providers import ScriptedProvider
from skillctl.agent.reload import reload
from skillctl.agent.session import Session, render_request
from skillctl.policy.redaction import Redactor
from skillctl.settings import Settings
from skillctl.skills.activation import activation
from tests.agent.fixtures import full, project
from tests.agent.projects import FAKE, SKILL
from tests.agent.runs import call, of, say
from tests.conftest import write_tree

__all__ = ["full", "project"]

NOTES = ".agents/skills/notes"
LOAD = {"name": "notes"}


class Acting(ScriptedProvider):
    """A scripted model under which something happens while it answers."""

    def __init__(self, turns, acts):
        super().__init__(turns)
        self.acts, self.systems = acts, []

    def reply(self, request):
        self.systems.append(request.system)
        self.acts.get(request.index, lambda: None)()
        return super().reply(request)


@pytest.fixture
def talk(full):
    """A dialogue over a project: `talk(turns, {request: what happens meanwhile})`."""
    opened = []

    def begin(turns, acts=None, **more):
        settings, ground = Settings(), full.ground()
        seen = gather_view(ground, settings, full.pipe)
        opened.append(seen.manager)
        told = []
        box = equip(seen, settings, ground.area, approvals=Approvals(Mode.ALL), asker=Nobody())
        dialogue = Dialogue(
            seen=seen,
            toolbox=box,
            provider=Acting(turns, acts or {}),
            settings=settings,
            log=SessionLog("s1", now=lambda: "T", redactor=Redactor(seen.secrets)),
            look=partial(reload, ground=ground, settings=settings, start=full.pipe),
            tell=told.append,
            **more,
        )
        return dialogue, told

    yield begin
    for manager in opened:
        manager.close()


def ask(dialogue, text="Do it."):
    return dialogue.say(UserMessage(text))


def results(dialogue):
    return [event["text"] for event in of(dialogue.log, "tool.result")]


def test_nothing_changed_and_the_prompt_is_the_same_bytes(talk):
    dialogue, told = talk([say("One."), say("Two.")])
    view = dialogue.seen.view
    assert [ask(dialogue), ask(dialogue, "And?")] == ["One.", "Two."]
    assert told == []
    assert dialogue.seen.view is view
    assert [e["e"] for e in dialogue.log.events if e["e"] not in ("server", "message")] == [
        *("session.start", "catalog", "request", "response", "request", "response"),
    ]
    first, second = of(dialogue.log, "request")
    assert (first["i"], second["i"]) == (1, 2)
    assert second["prefix_bytes"] > first["bytes"] - 10
    assert [m["text"] for m in of(dialogue.log, "message")] == ["Do it.", "And?"]


def test_an_edit_in_the_midst_of_a_run_acts_on_the_next_message(talk, full):
    """Installed, edited and disabled while the model works: the run goes on with what it had."""
    other = {".agents/skills/other/SKILL.md": SKILL.replace("notes", "other")}

    def meanwhile():
        write_tree(full.home, other)
        full.write({f"{NOTES}/SKILL.md": SKILL.replace("first", "twice")}).grant()

    turns = [
        say("", call(1, "skill", **LOAD)),
        say("", call(2, "skill", name="other")),
        say("One."),
        say("", call(3, "skill", **LOAD), call(4, "skill", name="other")),
        say("Two."),
    ]
    dialogue, told = talk(turns, {1: meanwhile})
    assert ask(dialogue) == "One."
    assert told == []
    first, missing = results(dialogue)
    assert "Read the file first." in first
    assert missing == 'no skill named "other"; available: notes'
    assert ask(dialogue) == "Two."
    assert told == ["view changed: + skill other, ~ skill notes"]
    third, fourth = results(dialogue)[2:]
    assert "Read the file twice." in third  # its text changed: no pointer to what was shown
    assert '<skill name="other"' in fourth
    systems = dialogue.provider.systems
    assert systems[0] == systems[1] == systems[2]
    assert "- other: " not in systems[0]
    assert "- other: " in systems[3]


def test_the_catalog_is_told_again_only_where_it_changed(talk, full):
    def meanwhile():
        write_tree(full.config_dir, {"skills.json": '{"is_enabled": {"notes": false}}'})

    dialogue, told = talk([say("One."), say("Two."), say("Three.")], {1: meanwhile})
    for _ in range(3):
        ask(dialogue)
    assert told == ["view changed: ~ skill notes (disabled)"]
    before, after = of(dialogue.log, "catalog")
    assert [s["name"] for s in before["skills"]] == ["notes"]
    assert (after["skills"], after["absent"][0]["reason"]) == ([], "disabled")
    views = [event["view"] for event in of(dialogue.log, "request")]
    assert views == [before["view"], after["view"], after["view"]]


def test_what_was_shown_is_known_in_the_next_message(talk):
    turns = [say("", call(1, "skill", **LOAD)), say("One.")] * 2
    dialogue, _ = talk([*turns[:2], say("", call(2, "skill", **LOAD)), say("Two.")])
    ask(dialogue)
    ask(dialogue)
    assert results(dialogue)[1].startswith('Skill "notes" was already loaded above.')


def test_a_resource_that_changed_in_a_run_is_refused_and_read_with_the_next(talk, full):
    full.write({f"{NOTES}/references/a.md": "old\n"}).grant()
    read = {"name": "notes", "resource": "references/a.md"}

    def meanwhile():
        full.write({f"{NOTES}/references/a.md": "new\n"}).grant()

    turns = [say("", call(1, "skill", **read)), say("One.")]
    turns += [say("", call(2, "skill", **read)), say("Two.")]
    dialogue, told = talk(turns, {1: meanwhile})
    ask(dialogue)
    ask(dialogue)
    refused, given = results(dialogue)
    assert refused == (
        "references/a.md changed since this message; it is read again with the next message"
    )
    assert "\nnew\n" in given
    assert told == ["view changed: ~ skill notes"]


def test_a_server_whose_consent_lapsed_is_gone_with_the_next_message(talk, full):
    def meanwhile():
        full.write({"fakes/weather.toml": FAKE.replace("18C", "19C")})

    get = call(1, "mcp__weather__get", city="Paris")
    again = call(2, "mcp__weather__get", city="Paris")
    dialogue, told = talk([say("", get), say("One."), say("", again), say("Two.")], {1: meanwhile})
    ask(dialogue)
    assert "18C" in results(dialogue)[0]
    ask(dialogue)
    assert told == ["view changed: ~ server weather (needs consent)"]
    assert "mcp__weather__get" in results(dialogue)[1]
    assert of(dialogue.log, "tool.result")[1]["is_error"]
    assert [e["state"] for e in of(dialogue.log, "server")] == ["ready", "pending"]


def test_every_request_of_the_log_can_be_made_again(talk, full):
    def meanwhile():
        write_tree(full.home, {".agents/skills/b/SKILL.md": SKILL.replace("notes", "b")})

    turns = [say("", call(1, "skill", **LOAD)), say("One."), say("Two.")]
    dialogue, _ = talk(turns, {1: meanwhile})
    ask(dialogue)
    ask(dialogue)
    session = Session("s1", tuple(json.loads(json.dumps(dialogue.log.events))))
    assert [render_request(session, number).exact for number in (1, 2, 3)] == [True] * 3


def test_each_message_may_have_so_many_requests(talk):
    calls = [say("", call(n, "list_dir")) for n in range(1, 9)]
    dialogue, _ = talk([calls[0], say("One."), *calls[1:]], limits=Limits(max_turns=2))
    assert ask(dialogue) == "One."
    with pytest.raises(Reached, match="max_turns"):
        ask(dialogue)


def test_a_skill_is_activated_with_any_message(talk):
    """The tool then points to what the user sent, in later messages, too."""
    load = say("", call(1, "skill", **LOAD))
    dialogue, _ = talk([say("One."), load, say("Two."), load, say("Three.")])
    ask(dialogue)
    (notes,) = dialogue.seen.view.skills.skills
    dialogue.say(activation_message(activation(notes)), UserMessage("Go on."))
    ask(dialogue)
    pointer = 'Skill "notes" was already loaded above. Use reload=true to see it again.'
    assert results(dialogue) == [pointer, pointer]
    assert [e["source"] for e in of(dialogue.log, "message")] == [
        *("typed", "activation", "typed", "typed"),
    ]
    assert [(e["act"], e["by"]) for e in of(dialogue.log, "skill")] == [
        ("activated", "user"),
        ("pointer", "model"),
        ("pointer", "model"),
    ]
