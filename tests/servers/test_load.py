import json

import pytest

from skillctl.errors import SkillctlError
from skillctl.servers.load import load_servers
from skillctl.shuffle import Orders, Shuffle
from tests.conftest import write_tree
from tests.timing import assert_linear

SH = {"command": "/bin/sh"}


def servers(**entries):
    return json.dumps({"mcpServers": entries})


@pytest.fixture
def load(tmp_path):
    """Write files below a folder, then load the project `p` with the config folder `conf`."""

    def load(files, mcp_configs=(), conf="conf"):
        write_tree(tmp_path, files)
        (tmp_path / "p").mkdir(exist_ok=True)
        paths = [tmp_path / name for name in mcp_configs]
        return load_servers(tmp_path / "p", tmp_path / conf, {"PATH": "/bin"}, mcp_configs=paths)

    return load


def rows(loaded):
    return [(c.name, c.scope, c.source, c.shadowed_by) for c in loaded.configs]


class TestSources:
    def test_nothing_configured(self, load):
        loaded = load({})
        assert (loaded.configs, loaded.findings, loaded.broken) == ((), (), ())

    def test_the_three_files_in_name_order(self, load, tmp_path):
        user = str(tmp_path / "conf/mcp.json")
        loaded = load(
            {
                "p/.mcp.json": servers(c=SH, a=SH),
                "p/.gbs/mcp.json": servers(b=SH),
                "conf/mcp.json": servers(d=SH),
            }
        )
        assert rows(loaded) == [
            ("a", "project", ".mcp.json", None),
            ("b", "project", ".gbs/mcp.json", None),
            ("c", "project", ".mcp.json", None),
            ("d", "user", user, None),
        ]
        assert loaded.findings == ()

    def test_where_relative_paths_count_from(self, load, tmp_path):
        entry = {"command": "/bin/sh", "cwd": "srv"}
        loaded = load(
            {
                "p/.gbs/mcp.json": servers(a=entry, b=SH),
                "conf/mcp.json": servers(c=entry, d=SH),
                "p/srv/x": "",
                "conf/srv/x": "",
            }
        )
        places = {c.name: c.cwd for c in loaded.configs}
        assert places == {
            "a": tmp_path / "p/srv",
            "b": tmp_path / "p",
            "c": tmp_path / "conf/srv",
            "d": tmp_path / "p",
        }

    def test_without_a_project_only_the_user(self, load, tmp_path):
        load({"p/.mcp.json": servers(a=SH), "conf/mcp.json": servers(b=SH)})
        loaded = load_servers(None, tmp_path / "conf", {})
        assert [(c.name, c.cwd) for c in loaded.configs] == [("b", tmp_path / "conf")]

    def test_a_config_folder_inside_the_project_is_the_repositorys(self, load):
        loaded = load({"p/.conf/mcp.json": servers(a=SH)}, conf="p/.conf")
        assert rows(loaded) == [("a", "project", ".conf/mcp.json", None)]


class TestNamedFiles:
    def test_they_replace_all_others_and_the_later_wins(self, load, tmp_path):
        files = {
            "p/.mcp.json": servers(z=SH),
            "one.json": servers(a=SH, b=SH),
            "two.json": servers(b=SH),
        }
        loaded = load(files, ["one.json", "two.json"])
        one, two = (str(tmp_path / n) for n in ("one.json", "two.json"))
        assert rows(loaded) == [
            ("a", "user", one, None),
            ("b", "user", two, None),
            ("b", "user", one, two),
        ]

    def test_a_file_in_the_project_needs_consent_however_it_is_named(self, load, tmp_path):
        load({"p/ci/.x/y/mcp.json": servers(a=SH), "outside.json": servers(b=SH)})
        (tmp_path / "way-in.json").symlink_to(tmp_path / "p/ci/.x/y/mcp.json")
        (tmp_path / "p/way-out.json").symlink_to(tmp_path / "outside.json")
        (tmp_path / "alias").symlink_to(tmp_path / "p")
        for name, source, base in (
            ("p/ci/.x/y/mcp.json", "ci/.x/y/mcp.json", "p/ci"),
            ("way-in.json", "ci/.x/y/mcp.json", "p/ci"),
            ("p/way-out.json", "way-out.json", "p"),
            ("alias/way-out.json", "way-out.json", "p"),
            ("p/../p/ci/.x/y/mcp.json", "ci/.x/y/mcp.json", "p/ci"),
        ):
            (config,) = load({}, [name]).configs
            assert (config.scope, config.source) == ("project", source), name
            assert config.base == tmp_path / base

    def test_the_user_still_beats_the_repository(self, load, tmp_path):
        files = {"user.json": servers(a=SH), "p/.mcp.json": servers(a=SH)}
        loaded = load(files, ["user.json", "p/.mcp.json"])
        assert loaded.get("a").scope == "user"
        assert loaded.configs[1].shadowed_by == str(tmp_path / "user.json")

    @pytest.mark.parametrize(
        ("text", "place", "words"),
        [("{", ":1:1", "not strict JSON"), (None, None, "no file there"), ("[]", ":1:1", "object")],
    )
    def test_one_that_cannot_be_used_ends_the_command(self, load, tmp_path, text, place, words):
        with pytest.raises(SkillctlError, match=words) as caught:
            load({} if text is None else {"x.json": text}, ["x.json"])
        assert caught.value.exit_code == 2
        expected = None if place is None else f"{tmp_path / 'x.json'}{place}"
        assert (str(caught.value.location) if caught.value.location else None) == expected


class TestPrecedence:
    def test_the_user_beats_the_repository(self, load, tmp_path):
        loaded = load({"p/.mcp.json": servers(github=SH), "conf/mcp.json": servers(github=SH)})
        user = str(tmp_path / "conf/mcp.json")
        assert rows(loaded) == [
            ("github", "user", user, None),
            ("github", "project", ".mcp.json", user),
        ]
        (finding,) = loaded.findings
        assert finding.startswith('server "github": shadowed by the user\'s server of that name: ')
        assert finding.endswith(f"{user}:1:17 is used, .mcp.json:1:17 is not")

    def test_what_the_user_switched_off_stays_off(self, load):
        off = {"command": "/bin/sh", "disabled": True}
        files = {"p/.mcp.json": servers(f=SH), "conf/mcp.json": servers(f=off)}
        loaded = load(files)
        assert loaded.get("f").disabled
        assert "switched off by the user, and the project cannot switch it on" in loaded.findings[0]

    def test_defined_twice_in_the_project(self, load):
        loaded = load({"p/.mcp.json": servers(a=SH), "p/.gbs/mcp.json": servers(a=SH)})
        assert rows(loaded) == [
            ("a", "project", ".gbs/mcp.json", None),
            ("a", "project", ".mcp.json", ".gbs/mcp.json"),
        ]
        assert loaded.findings == (
            'server "a": defined twice: .gbs/mcp.json:1:17 is used, .mcp.json:1:17 is not',
        )

    @pytest.mark.parametrize("name", ["GitHub-Tools", "github.tools", "GITHUB tools"])
    def test_a_look_alike_is_kept_apart_and_said(self, load, name):
        mine = "github-tools" if name == "GitHub-Tools" else "github_tools"
        files = {"p/.mcp.json": servers(**{name: SH}), "conf/mcp.json": servers(**{mine: SH})}
        loaded = load(files)
        assert [c.shadowed_by for c in loaded.configs] == [None, None]
        assert loaded.findings == (
            f'server "{name}": looks like the user\'s server "{mine}", but is another one',
        )


class TestBroken:
    def test_a_broken_project_file_costs_itself_only(self, load):
        files = {"p/.mcp.json": '{"mcpServers": {},}', "p/.gbs/mcp.json": servers(a=SH)}
        loaded = load(files)
        assert [c.name for c in loaded.configs] == ["a"]
        assert loaded.broken == (".mcp.json",)
        assert not loaded.broken_user_file
        problem = ".mcp.json:1:18: not strict JSON: a comma before a closing bracket"
        assert loaded.findings == (f"{problem}; no server of this file is used",)

    def test_a_broken_user_file_is_known(self, load, tmp_path):
        loaded = load({"p/.mcp.json": servers(a=SH), "conf/mcp.json": "{"})
        assert loaded.broken_user_file
        assert loaded.broken == (str(tmp_path / "conf/mcp.json"),)

    def test_an_unreadable_file_is_not_an_absent_one(self, load, tmp_path):
        (tmp_path / "p").mkdir()
        (tmp_path / "p/.mcp.json").symlink_to("nowhere")
        assert "cannot be read: No such file" in load({}).findings[0]

    def test_problems_of_entries_name_the_server(self, load):
        loaded = load({"p/.mcp.json": servers(a={"command": "x", "url": "u"})})
        assert loaded.findings[0].startswith('server "a": command and url stand together')

    def test_unknown_name(self, load):
        assert load({}).get("x") is None


def test_the_callers_directory_never_matters(load, tmp_path, monkeypatch):
    files = {"p/.mcp.json": servers(a={"command": "./run.sh", "cwd": "srv"}), "p/srv/run.sh": ""}
    write_tree(tmp_path, files)
    (tmp_path / "p/srv/run.sh").chmod(0o755)
    found = set()
    for place in (tmp_path, tmp_path / "p", tmp_path / "p/srv"):
        monkeypatch.chdir(place)
        (config,) = load({}).configs
        found.add((config.program, config.cwd, config.warnings))
    assert found == {(tmp_path / "p/srv/run.sh", tmp_path / "p/srv", ())}


def test_a_name_forges_no_line_of_the_findings(load):
    loaded = load({"p/.mcp.json": servers(**{'a\nserver "b': {"command": "x"}, "c\u3164": {}})})
    assert [line.partition(": ")[0] for line in loaded.findings] == [
        'server "a\\nserver "b"',
        'server "c\\u{3164}"',
    ]


def test_many_servers_that_may_look_alike_take_linear_time(load):
    def work(size):
        mine = servers(**{f"s.{n}": SH for n in range(size)})
        theirs = servers(**{f"S_{n}": SH for n in range(size)})
        loaded = load({"p/.mcp.json": theirs, "conf/mcp.json": mine})
        assert len([line for line in loaded.findings if "looks like" in line]) == size

    assert_linear(work, 8_000)


def test_letters_that_cannot_be_seen_make_a_look_alike(load):
    theirs = {"no\u3164tes": SH}
    loaded = load({"p/.mcp.json": servers(**theirs), "conf/mcp.json": servers(notes=SH)})
    assert loaded.findings == (
        'server "no\\u{3164}tes": looks like the user\'s server "notes", but is another one',
    )


@pytest.mark.parametrize("seed", range(6))
def test_the_order_in_which_files_and_keys_are_read_changes_no_server(tmp_path, seed):
    files = {
        "p/.mcp.json": servers(one=SH, two=SH | {"args": ["a"]}),
        "p/.gbs/mcp.json": servers(two=SH | {"args": ["b"]}, three=SH),
        "conf/mcp.json": servers(three=SH | {"args": ["c"]}, four=SH),
    }
    write_tree(tmp_path, files)
    orders = Orders(files=Shuffle(seed), keys=Shuffle(seed))
    where = (tmp_path / "p", tmp_path / "conf", {"PATH": "/bin"})
    usual, other = load_servers(*where), load_servers(*where, orders=orders)
    for name in ("one", "two", "three", "four"):
        assert other.get(name) == usual.get(name)
    assert usual.get("two").args == ("b",)
    known = [{(c.name, c.location, c.shadowed_by) for c in one.configs} for one in (usual, other)]
    assert known[0] == known[1]
    assert sorted(other.findings) == sorted(usual.findings)
