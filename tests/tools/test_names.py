import json
import random as random_module
import re
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.tools.names import (
    agent_names,
    clean_name,
    first_words,
    is_hashed,
    known_names,
    plain_name,
)

LEGAL = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,63}")
ACME = "acme-billing-and-cost-management"
LONG = "list-every-resource-attached-to-one-line-item"

# the table of mcp.md section 8.1
VECTORS = [
    (["weather"], "weather", ["get_forecast"], {"get_forecast": "mcp__weather__get_forecast"}),
    ([ACME], ACME, [LONG], {LONG: f"mcp__{ACME}__list-every-resou_6ac4a054"}),
    (
        ["notes"],
        "notes",
        ["list.all", "list all"],
        {"list.all": "mcp__notes__list_all_cb8405a0", "list all": "mcp__notes__list_all_72d5164b"},
    ),
    (["team__docs"], "team__docs", ["find"], {"find": "mcp__team__docs__find_688f5f49"}),
    (["天气"], "天气", ["查询"], {"查询": "mcp_________1236009d"}),
]


@pytest.mark.parametrize(("keys", "key", "tools", "wanted"), VECTORS)
def test_vectors(keys, key, tools, wanted):
    assert agent_names(keys, key, tools) == wanted


def digits(server, tool, count=8):
    return sha256(f"{server}\0{tool}".encode()).hexdigest()[:count]


def test_the_member_whose_raw_name_is_clean_keeps_its_spelling():
    names = agent_names(["s"], "s", ["read file", "read.file", "read_file"])
    assert names == {
        "read_file": "mcp__s__read_file",
        "read.file": f"mcp__s__read_file_{digits('s', 'read.file')}",
        "read file": f"mcp__s__read_file_{digits('s', 'read file')}",
    }


def test_exactly_64_characters_stay():
    tool = "t" * (64 - len("mcp__s__"))
    assert agent_names(["s"], "s", [tool]) == {tool: f"mcp__s__{tool}"}
    longer = agent_names(["s"], "s", [tool + "t"])[tool + "t"]
    assert longer == f"mcp__s__{tool}"[:55] + "_" + digits("s", tool + "t")
    assert len(longer) == 64


def test_a_hashed_name_that_another_tool_bears_gets_sixteen_digits():
    twin = f"list_all_{digits('notes', 'list.all')}"
    names = agent_names(["notes"], "notes", ["list.all", "list all", twin])
    assert names["list.all"] == f"mcp__notes__list_all_{digits('notes', 'list.all', 16)}"
    assert names[twin] == f"mcp__notes__{twin}"
    assert len(set(names.values())) == 3


@pytest.mark.parametrize(
    ("keys", "key", "hashed"),
    [
        (["a", "a__b"], "a", False),
        (["a", "a__b"], "a__b", True),
        (["a_"], "a_", True),
        (["_a"], "_a", False),
        ([""], "", True),
        (["a.b", "a b"], "a.b", True),
        (["a.b", "a_b"], "a_b", True),
        (["a", "a"], "a", False),
        (["a", "A"], "a", False),
    ],
)
def test_unsafe_keys_double(keys, key, hashed):
    name = agent_names(keys, key, ["go"])["go"]
    assert is_hashed(key, "go", name) is hashed
    assert (name != f"mcp__{clean_name(key)}__go") is hashed


@pytest.mark.parametrize(
    ("keys", "key", "wanted"),
    [
        (["weather"], "weather", "mcp_weather_go"),
        (["a", "a_b"], "a", f"mcp_a_go_{digits('a', 'go')}"),
        (["a", "a_b"], "a_b", f"mcp_a_b_go_{digits('a_b', 'go')}"),
        (["a", "ab"], "a", "mcp_a_go"),
        (["a__b"], "a__b", "mcp_a__b_go"),
    ],
)
def test_single_naming(keys, key, wanted):
    name = agent_names(keys, key, ["go"], naming="single")["go"]
    assert name == wanted
    assert is_hashed(key, "go", name, naming="single") is (wanted[-8:] == digits(key, "go"))


@pytest.mark.parametrize(("naming", "first"), [("double", "mcp__"), ("single", "mcp_")])
def test_plain_names_begin_with_the_first_words(naming, first):
    assert first_words(naming) == first
    assert plain_name("a.b", "c d", naming) == f"{first}a_b{first[3:]}c_d"
    assert plain_name("a", "", naming) == f"{first}a{first[3:]}"


def test_order_and_repetition_do_not_matter():
    tools = ["b.c", "b c", "b_c", "x", "é", "e"]
    wanted = agent_names(["s", "t"], "s", tools)
    for seed in range(20):
        shuffled = [*tools, "x"]
        random_module.Random(seed).shuffle(shuffled)
        assert agent_names(["t", "s"], "s", shuffled) == wanted


def test_the_boundary_between_server_and_tool_stays_clear():
    """Case 41: server a with tool b__c, server a__b with tool c."""
    keys = ["a", "a__b"]
    assert agent_names(keys, "a", ["b__c"])["b__c"] == "mcp__a__b__c"
    assert agent_names(keys, "a__b", ["c"])["c"] == f"mcp__a__b__c_{digits('a__b', 'c')}"


# few letters, so that separators, foreign characters and equal cleaned forms meet often
few = st.text(alphabet="a_-.é ", min_size=1, max_size=6)
long = st.text(alphabet="ab_", min_size=40, max_size=90)
keys_strategy = st.lists(few | long, min_size=1, max_size=4, unique=True)


@given(keys_strategy, st.data(), st.sampled_from(["double", "single"]))
def test_names_injective(keys, data, naming):
    """Over all servers and tools, legal names, one tool each."""
    seen = {}
    for key in keys:
        tools = data.draw(st.lists(few | long, min_size=1, max_size=5, unique=True))
        for raw, name in agent_names(keys, key, tools, naming=naming).items():
            assert LEGAL.fullmatch(name), name
            assert seen.setdefault(name, (key, raw)) == (key, raw)
    assert len(seen) == len(set(seen.values()))


def some_words(random, most):
    letters = random.choice(["a_", "ab_-.", "aé ß_", "ABab"])
    return "".join(random.choices(letters, k=random.randint(1, most)))


@pytest.mark.parametrize("naming", ["double", "single"])
def test_ten_thousand_pairs_have_names_of_their_own(naming):
    """Also that a name depends on the configured keys and the server's own list only."""
    random = random_module.Random(8)
    pairs = 0
    while pairs < 10_000:
        keys = [*{some_words(random, random.choice([3, 8, 70])) for _ in range(6)}]
        lists = {key: [*{some_words(random, 40) for _ in range(12)}] for key in keys}
        seen = {}
        for key, tools in lists.items():
            names = agent_names(keys, key, tools, naming=naming)
            shuffled = (random.sample(keys, len(keys)), key, random.sample(tools, len(tools)))
            assert agent_names(*shuffled, naming=naming) == names
            assert all(map(LEGAL.fullmatch, names.values()))
            seen |= {name: (key, raw) for raw, name in names.items()}
        assert len(seen) == sum(map(len, lists.values()))
        pairs += len(seen)


def names_of(folder):
    return [tool["name"] for tool in json.loads((folder / "tools.json").read_text())["tools"]]


def test_case_37_prefixed_name_over_64(shared):
    folder = shared / "cases" / "37-prefixed-name-over-64"
    server = (folder / "server-name.txt").read_text().strip()
    names = agent_names([server], server, names_of(folder))
    assert names["get"] == f"mcp__{server}__get"
    (long_name,) = [name for raw, name in names.items() if raw != "get"]
    assert len(long_name) == 64
    assert LEGAL.fullmatch(long_name)
    single = agent_names([server], server, names_of(folder), naming="single")
    assert single["get"] == f"mcp_{server}_get"
    assert all(map(LEGAL.fullmatch, single.values()))


@pytest.mark.parametrize("naming", ["double", "single"])
def test_case_38_dots_and_slashes(shared, naming):
    raw = names_of(shared / "cases" / "38-dots-and-slashes")
    names = agent_names(["s"], "s", raw, naming=naming)
    assert len(set(names.values())) == 5
    assert all(LEGAL.fullmatch(name) for name in names.values())
    assert names["getUser"] == plain_name("s", "getUser", naming)


@pytest.mark.parametrize("naming", ["double", "single"])
def test_case_40_sanitising_collision(shared, naming):
    folder = shared / "cases" / "40-sanitising-collision"
    a, b = (agent_names(["s"], "s", names_of(folder / side), naming=naming) for side in "ab")
    assert a == b
    assert len(set(a.values())) == 3
    assert a["read_file"] == plain_name("s", "read_file", naming)


def test_real_tool_lists_lose_nothing(shared):
    for path in sorted((shared / "corpus-tools").rglob("*.json")):
        content = json.loads(path.read_text())
        tools = content.get("tools") if isinstance(content, dict) else None
        if isinstance(tools, list):
            raw = [tool["name"] for tool in tools]
            names = agent_names(["server"], "server", raw)
            assert len(set(names.values())) == len(set(raw)), path


def test_what_a_tool_is_known_as_does_not_depend_on_the_naming():
    known = known_names(["acme", "acme_db"], "acme_db", ["get.all"])["get.all"]
    single = agent_names(["acme", "acme_db"], "acme_db", ["get.all"], naming="single")["get.all"]
    assert known == {"get.all", "mcp__acme_db__get_all", "mcp_acme_db_get_all", single}
    assert single != "mcp_acme_db_get_all"
