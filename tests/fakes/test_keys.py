import json
import re

import pytest
from jsonschema import Draft202012Validator

from skillctl.fakes.check import errors
from skillctl.fakes.keys import (
    ACTIONS,
    BESIDE,
    CHOICES,
    EFFECTS,
    EVENT,
    EXPECT,
    FAKE,
    FAULT,
    PROCESS,
    SERVER,
    keys_at,
    needed,
    schema,
)
from skillctl.fakes.offer_keys import TOOL
from skillctl.fakes.reply_keys import ANSWERS, MATCHES, PROMPT_REPLY, READ_REPLY, REPLY
from skillctl.source.closed import LATER
from skillctl.source.file import decode
from skillctl.source.toml_text import parse_toml
from tests.fakes.lockstep import HEAD

TABLES = {"server": SERVER, "process": PROCESS, "tool": TOOL, "reply": REPLY, "fault": FAULT,
          "event": EVENT, "expect": EXPECT, "": FAKE}  # fmt: skip


def all_keys(keys, path=""):
    for name, key in keys.items():
        yield f"{path}.{name}", key
        yield from all_keys(key.keys, f"{path}.{name}")


def test_every_key_that_works_explains_itself():
    assert [path for path, key in all_keys(FAKE) if not key.later and not key.help] == []


def test_a_choice_names_keys_that_work():
    for path, choices in CHOICES.items():
        for choice in choices:
            assert all(keys_at(path).get(key, LATER) != LATER for key in choice.keys), path


def test_what_stands_beside_a_definition_or_says_more_is_a_key():
    for path, parts in BESIDE.items():
        assert {*parts, "definition"} - {"size"} <= keys_at(path).keys()
    for path in CHOICES:
        assert path == "prompt.reply" or needed(path).keys() <= keys_at(path).keys()


def test_the_words_of_other_modules_are_keys():
    assert {*MATCHES, *ANSWERS} <= REPLY.keys()
    assert set(EFFECTS) <= FAULT.keys()
    assert set(ACTIONS) <= EVENT.keys()
    assert {*MATCHES, "blob"} <= READ_REPLY.keys()
    assert {*MATCHES, "content"} <= PROMPT_REPLY.keys()


@pytest.mark.parametrize(
    ("title", "name"),
    [("`server`", "server"), ("`server`, lists", "server"), ("`process`", "process"),
     ("`tool`", "tool"), ("`tool.reply`, match", "reply"), ("`tool.reply`, answer", "reply"),
     ("`tool.reply`, more", "reply"), ("`fault`", "fault"), ("`event`", "event")],
)  # fmt: skip
def test_every_key_of_the_specification_is_known(shared, title, name):
    text = (shared / "spec" / "harness.md").read_text()
    row = next(line for line in text.splitlines() if line.startswith(f"| {title} |"))
    words = re.sub(r"\([^)]*\)|\{[^}]*\}|`[^`]*`", "", row.split("|")[2])
    listed = re.findall(r"\b[a-z]+(?:_[a-z]+)*\b", words.split(":")[0])
    prose = {"exactly", "one", "of", "until", "an", "event", "lists", "it", "or", "sent", "as",
             "is", "however", "wrong", "method", "more", "effects", "below", "beats", "replies",
             "lines", "true"} - TABLES[name].keys()  # fmt: skip
    assert [word for word in listed if word not in prose | TABLES[name].keys()] == []


def test_the_effects_of_the_specification_are_known(shared):
    text = (shared / "spec" / "harness.md").read_text()
    table = text.partition("| group | effects |")[2].partition("\n\n")[0]
    words = re.findall(r"`([a-z_0-9]+)[ `=]", table)
    values = {"string", "float", "null", "wrong", "missing", "stdout", "stdin"}
    assert [word for word in words if word not in values | FAULT.keys()] == []


def test_the_schema_is_a_schema_that_refuses_keys_of_later_versions():
    document = schema()
    Draft202012Validator.check_schema(document)
    json.dumps(document)
    assert document["additionalProperties"] is False
    assert document["required"] == ["schema"]
    assert "status" not in document["properties"]["fault"]["items"]["properties"]


AGREE = [
    "",
    "[server]\nname = 'x'\npage_size = 1",
    "[server]\nera = 'modern'",
    "[server]\nnmae = 'x'",
    "[server]\npage_size = 0",
    "[server]\nprotocol = ['2025-11-25']\nomit = ['serverInfo']",
    "[server]\nprotocol = ['1999-01-01']",
    "[server]\nomit = ['name']",
    "[server]\nunknown_method = 'die'",
    "[server]\nunknown_method = 'dies'",
    "[process]\nexit_at_start = { code = 3, stderr = 'x' }",
    "[process]\nexit_at_start = { after_bytes = 3 }",
    "[process]\nstdout_before = ['a', { hex = 'ff' }]",
    "[[tool]]\nname = 'a'",
    "[[tool]]\ntitle = 'a'",
    "[[tool]]\nname = 'a'\ndefinition = {}",
    "[[tool]]\ndefinition = {}\ntitle = 'a'",
    "[[tool]]\ndefinition = { name = 5 }\nhidden = true",
    "[[tool]]\nname = 'a'\nreply = [{ default = true, text = 'x' }]",
    "[[tool]]\nname = 'a'\nreply = [{ default = true }]",
    "[[tool]]\nname = 'a'\nreply = [{ text = 'a' }]",
    "[[tool]]\nname = 'a'\nreply = [{ default = true, when = {}, text = 'x' }]",
    "[[tool]]\nname = 'a'\nreply = [{ default = true, error = 'x', text = 'x' }]",
    "[[tool]]\nname = 'a'\nreply = [{ default = true, error = 'x', is_error = true }]",
    "[[tool]]\nname = 'a'\nreply = [{ default = true, text = 'x', is_error = true }]",
    "[[tool]]\nname = 'a'\nreply = [{ default = true, rpc_error = { code = 1, message = 'x' } }]",
    "[[tool]]\nname = 'a'\nreply = [{ default = true, rpc_error = { code = 1 } }]",
    "[[fault]]\non = 'ping'\nno_reply = true",
    "[[fault]]\non = 'ping'",
    "[[fault]]\nno_reply = true",
    "[[fault]]\non = 'ping'\nno_reply = true\nexit = { code = 1 }",
    "[[event]]\nafter = 'start'\nstderr = ['x']",
    "[[event]]\nafter = 'start'",
    "[[event]]\nstderr = ['x']",
    "[[expect]]\nmethod = 'ping'\ncount = 0",
    "[[expect]]\ncount = 0",
    "[[prompt]]\nname = 'x'",
    "[[prompt]]\nname = 'x'\ntext = 'a'\narguments = [{ name = 'b', required = true }]",
    "[[prompt]]\nname = 'x'\ntext = 'a'\narguments = [{ required = true }]",
    "[[prompt]]\nname = 'x'\nreply = [{ default = true, structured = 5 }]",
    "[[prompt]]\ndefinition = { }\ndescription = 'x'\ntext = 'a'",
    "[[resource]]\nuri = 'a:b'\ntext = 'x'\nsize = 1",
    "[[resource]]\nuri = 'a:b'\nblob = 'AAAA'",
    "[[resource]]\nuri = 'a:b'\nblob = 'AAA'",
    "[[resource]]\nuri = 'a:b'\ntext = 'x'\nblob = 'AAAA'",
    "[[resource]]\nuri = 'a:b'",
    "[[resource_template]]\nuri_template = 'a:{b}'\nreply = [{ default = true, blob = '' }]",
    "[[resource_template]]\nuri = 'a:{b}'\ntext = 'x'",
    "[list]\ntools = { raw = 'x' }",
    "[list]\ntools = { }",
    "[list]\ntool = { raw = 'x' }",
    "[server]\nera = 'old'",
    "[server]\ncursor = 'same'\nseed = 5\nshuffle = ['tools', 'keys']\ncapabilities = { }",
    "[server]\nseed = -1",
    "[process]\nstderr_bytes = 1\nbom = true\ncrlf = false\nignore = ['EOF', 'SIGTERM']",
    "[process]\nignore = ['SIGKILL']",
    "[process.helper]\ngroup = 'session'\nignore = ['SIGTERM']\noutlive = true\nseconds = 5",
    "[process.helper]\nseconds = 0",
    "[[tool]]\nname = 'a'\nicons = [{ src = 'x' }]\nmeta = { a = 1 }",
    "[[tool]]\nname = 'a'\nicons = ['x']",
    "[[tool]]\nname = 'a'\nreply = [{ when_regex = { a = '^x' }, raw = 'x' }]",
    "[[tool]]\nname = 'a'\nreply = [{ when_regex = { a = 5 }, raw = 'x' }]",
    "[[tool]]\nname = 'a'\nreply = [{ when_schema = { }, raw_hex = 'ff' }]",
    "[[tool]]\nname = 'a'\nreply = [{ default = true, crash = { code = 300 } }]",
    "[[tool]]\nname = 'a'\nreply = [{ default = true, hang = true }]",
    "[[tool]]\nname = 'a'\nreply = [{ default = true, close = 'stderr' }]",
    "[[tool]]\nname = 'a'\nreply = [{ default = true, text = 'x', meta = { a = 1 } }]",
    "[[tool]]\nname = 'a'\nreply = [{ default = true, hang = true, meta = { a = 1 } }]",
    "[[tool]]\nname = 'a'\nreply = [{ default = true, text = 'x', progress_every_ms = 1 }]",
    "[[tool]]\nname = 'a'\nreply = [{ default = true, text = 'x', progress_endless = true }]",
    "[[tool]]\nname = 'a'\nreply = [{ default = true, text = 'x', logs = ['a', { data = 1 }] }]",
    "[[tool]]\nname = 'a'\nreply = [{ default = true, text = 'x', logs = [{ level = 'bad' }] }]",
    "[[fault]]\non = 'tools/list'\ncursor = 'endless'\ndrop_page = true",
    "[[fault]]\non = 'ping'\nprogress_only = 0",
    "[[fault]]\non = 'ping'\nprogress_only = 50\nlate = true\nhang = true\nclose = 'stdin'",
    "[[event]]\nafter = 'ms:500'\nrequest = 'ping'\nexpect = 'result'\nwithin_ms = 5",
    "[[event]]\nafter = 'ms:05'\nraw = 'x'",
    "[[event]]\nafter = 'start'\nraw = 'x'\nexpect = 'none'",
    "[[event]]\nafter = 'start'\nrequest = 'tools/list'",
]

ERA = "[server]\nera = 'modern'\n"
ASKING = ERA + "[[tool]]\nname = 'a'\nreply = [{ default = true, input_required = "
AGREE += [
    ASKING + "{ } }]",
    ASKING + "{ state = 'x' } }]",
    ASKING + "{ requests = { a = { method = 'roots/list' } } } }]",
    ASKING + "{ requests = { a = { method = 'ping' } } } }]",
    ERA + "[[fault]]\non = 'tools/list'\nno_result_type = true",
]


@pytest.mark.parametrize("text", AGREE)
def test_schema_and_reader_agree(text):
    source = decode("f.toml", (HEAD + text).encode())
    node, _ = parse_toml(source)
    valid = Draft202012Validator(schema()).is_valid(node.data())
    assert valid == (not errors(node))
