import json
import os
from dataclasses import replace

import pytest

from skillctl.agent.approvals import Approvals, Mode, Nobody
from skillctl.agent.build import build_view
from skillctl.agent.callers import equip, skill_caller
from skillctl.agent.ground import Gathered
from skillctl.agent.prepared import ToolError
from skillctl.agent.server_calls import server_caller
from skillctl.mcp.manager import Manager
from skillctl.mcp.stdio import start_stdio
from skillctl.policy.paths import Area
from skillctl.servers.standing import Standing
from skillctl.settings import McpSettings, Settings
from skillctl.skills.model import SkillSnapshot
from skillctl.tools.catalog import server_tools
from tests.agent.runs import call, toolbox
from tests.agent.views import skill, tool, view
from tests.mcp.servers import config_of


def test_a_skill_is_loaded_once_and_told_as_an_event():
    run = skill_caller(SkillSnapshot((skill(),), "h"), Settings())
    first = run({"name": "notes"})
    assert "Read the file first." in first.text
    assert first.event == {
        "name": "notes",
        "act": "activated",
        "resource": "",
        "fingerprint": "sha256:notes",
        "by": "model",
    }
    second = run({"name": "notes"})
    assert second.event["act"] == "pointer"
    assert "already loaded" in second.text


def test_a_skill_that_is_not_there_is_an_error_without_event():
    result = skill_caller(SkillSnapshot((), "h"), Settings())({"name": "notes"})
    assert (result.is_error, result.event) == (True, None)


def test_a_toolbox_offers_what_the_model_is_told_and_knows_the_folders(tmp_path):
    class Answers(Manager):
        def call(self, server, tool, arguments):
            return {"content": [], "_": (server, tool, arguments)}

    folder = tmp_path / "srv"
    seen = Gathered(view([skill()], tools=[tool()]), Answers((), None), {}, {"weather": folder})
    box = equip(
        seen,
        Settings(),
        Area(root=tmp_path, home=tmp_path / "home"),
        approvals=Approvals(Mode.ALL),
        asker=Nobody(),
    )
    assert [t.name for t in box.tools][-2:] == ["skill", "mcp__weather__get"]
    assert box.folders == {"weather": folder}
    ready = box.prepare(call(1, "mcp__weather__get", city="x"))
    assert "(no content)" in ready.question.prepared.run().text


@pytest.mark.parametrize("naming", ["double", "single"])
def test_case_41_a_call_by_its_final_name_reaches_its_own_server(shared, tmp_path, naming):
    """Server a with the tool b__c, server a__b with the tool c."""
    folder = shared / "cases" / "41-separator-ambiguity"
    configs = [
        replace(config_of(tmp_path, key=key), args=(str(folder / script),))
        for key, script in (("a", "sa.py"), ("a__b", "sb.py"))
    ]
    standings = [Standing(config=one, state="configured") for one in configs]
    with Manager(configs, lambda one: start_stdio(one, os.environ)) as manager:
        manager.scan()
        mcp = McpSettings(naming=naming)
        seen = build_view(SkillSnapshot((), ""), standings, manager.statuses(), mcp=mcp)
        box = toolbox(seen, tmp_path.resolve(), server_call=server_caller(manager.call))
        said = {
            t.name: box.prepare(call(1, t.name)).question.prepared.run().text for t in seen.tools
        }
    assert len(said) == 2
    assert "server a, tool b__c" in said[seen.tools[0].name]
    assert "server a__b, tool c" in said[seen.tools[1].name]


def test_case_49_the_server_gets_its_own_names_back(shared, tmp_path):
    """Property names that a provider refuses are renamed for the model only."""
    file = shared / "cases" / "49-property-key-pattern" / "tools.json"
    mcp = McpSettings(schema="anthropic")
    (spec,), _ = server_tools(["s"], "s", json.loads(file.read_text())["tools"], mcp)
    calls = []
    box = toolbox(
        view(tools=[spec]),
        tmp_path.resolve(),
        server_call=server_caller(lambda *asked: calls.append(asked) or {"content": []}),
    )
    sent = {key.raw: key.sent for key in spec.renamed_keys}
    ready = box.prepare(
        call(1, spec.name, **{sent["uids[]"]: ["x"], "uids_": "y", sent["$top"]: 3})
    )
    ready.question.prepared.run()
    assert calls == [("s", "filter", {"uids[]": ["x"], "uids_": "y", "$top": 3})]
    with pytest.raises(ToolError) as refused:
        box.prepare(call(1, spec.name, **{sent["uids[]"]: "x"}))
    assert f'("uids[]" is the parameter {sent["uids[]"]})' in str(refused.value)
    assert len(calls) == 1
