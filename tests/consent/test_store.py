import os
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.consent.item import Item, Place
from skillctl.consent.store import items_of, load_store
from skillctl.consent.write import decide
from skillctl.errors import StoreError
from tests.timing import assert_linear

PLACE = Place("/home/me/mono", "services/api")
TEXT = """\
schema = "skillctl.consent/1"
[[item]]
workspace = "/home/me/mono"
project = "services/api"
kind = "server"
source = ".mcp.json"
name = "notes"
fingerprint = "sha256:16c9"
resolved = "sha256:77ab"
decision = "granted"
at = 2026-11-30T16:20:00Z
form = '{"entry":{}}'
"""
STATUSES = ("granted", "changed", "missing", "denied")
MUTATIONS = st.tuples(
    st.integers(0, len(TEXT)), st.integers(0, 6), st.text('[]{}="\n.,ab0', max_size=6)
).map(lambda cut: (TEXT[: cut[0]] + cut[2] + TEXT[cut[0] + cut[1] :]).encode())
NOTES = Item("server", "notes", ".mcp.json", "sha256:16c9", '{"entry":{}}', "sha256:77ab")


def changed(**values):
    kept = {name: getattr(NOTES, name) for name in Item.__slots__}
    return Item(**(kept | values))


@pytest.fixture
def store(tmp_path):
    """Read a store with this text."""

    def read(text=TEXT):
        (tmp_path / "consent.toml").write_text(text)
        (tmp_path / "consent.toml").chmod(0o600)
        tmp_path.chmod(0o700)
        return load_store(tmp_path)

    return read


class TestStatus:
    def test_no_file_is_no_decision(self, tmp_path):
        assert load_store(tmp_path / "none").status(NOTES, PLACE) == "missing"

    def test_many_items_in_a_large_store_take_linear_time(self, tmp_path):
        items = [changed(name=f"n{index}") for index in range(4096)]
        decide(tmp_path, PLACE, items, decision="granted", at=datetime.now(UTC))
        loaded = load_store(tmp_path)

        def work(size):
            store = replace(loaded, data={**loaded.data, "item": items_of(loaded.data)[:size]})
            assert {store.status(item, PLACE) for item in items[:size]} == {"granted"}

        assert_linear(work, len(items))

    def test_a_store_that_cannot_be_reached_is_not_read_as_empty(self, tmp_path):
        for folder in (tmp_path / ("n" * 300), tmp_path / "loop"):
            (tmp_path / "loop").unlink(missing_ok=True)
            (tmp_path / "loop").symlink_to("loop")
            with pytest.raises(StoreError, match="cannot be read"):
                load_store(folder)

    @pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
    def test_what_is_no_file_is_refused(self, tmp_path, make):
        make(tmp_path / "consent.toml")
        with pytest.raises(StoreError, match="is not a regular file"):
            load_store(tmp_path)

    def test_granted_is_this_fingerprint_and_this_expansion(self, store):
        assert store().status(NOTES, PLACE) == "granted"

    @pytest.mark.parametrize("field", ["fingerprint", "resolved"])
    @pytest.mark.parametrize("value", ["sha256:0", ""])
    def test_any_difference_is_changed(self, store, field, value):
        assert store().status(changed(**{field: value}), PLACE) == "changed"

    @pytest.mark.parametrize("other", [{"kind": "skill"}, {"name": "Notes"}, {"source": "x.json"}])
    def test_another_item_is_missing(self, store, other):
        assert store().status(changed(**other), PLACE) == "missing"

    @pytest.mark.parametrize(
        "place", [Place("/home/me/other", "services/api"), Place("/home/me/mono", ".")]
    )
    def test_another_clone_and_another_project_are_missing(self, store, place):
        assert store().status(NOTES, place) == "missing"

    def test_denied_until_it_changes(self, store):
        denied = store(TEXT.replace("granted", "denied"))
        assert denied.status(NOTES, PLACE) == "denied"
        assert denied.status(changed(fingerprint="sha256:0"), PLACE) == "changed"

    def test_a_decision_that_is_none_is_never_read_as_missing(self, store):
        with pytest.raises(StoreError) as caught:
            store(TEXT.replace("granted", "maybe"))
        assert "maybe" in caught.value.message
        assert caught.value.hint == "not changed; fix or move it"
        assert caught.value.location.start.line == 10

    def test_the_last_of_two_records_counts(self, store):
        second = TEXT.partition("\n")[2].replace("granted", "denied")
        assert store(TEXT + second).status(NOTES, PLACE) == "denied"


class TestAllowed:
    ALLOWED = frozenset({("server", "notes", "sha256:16c9")})

    def test_a_listed_fingerprint_is_granted_for_the_call(self, tmp_path):
        store = load_store(tmp_path).with_allowed(self.ALLOWED)
        assert store.status(NOTES, PLACE) == "granted"
        assert store.status(changed(resolved="sha256:0"), PLACE) == "granted"
        assert store.status(changed(fingerprint="sha256:0"), PLACE) == "missing"
        assert store.status(changed(kind="skill"), PLACE) == "missing"

    def test_it_answers_for_a_changed_item_but_not_against_the_user(self, store):
        old = store(TEXT.replace("16c9", "0000")).with_allowed(self.ALLOWED)
        assert old.status(NOTES, PLACE) == "granted"
        denied = store(TEXT.replace("granted", "denied")).with_allowed(self.ALLOWED)
        assert denied.status(NOTES, PLACE) == "denied"

    def test_an_item_without_fingerprint_is_never_granted(self, tmp_path):
        listed = frozenset({("server", "notes", "")})
        store = load_store(tmp_path).with_allowed(listed)
        assert store.status(changed(fingerprint=""), PLACE) == "missing"


class TestInsideTheWorkspace:
    def test_a_store_inside_grants_nothing_and_says_so(self, store, tmp_path):
        place = Place(str(tmp_path), ".")
        inside = store(TEXT.replace("/home/me/mono", str(tmp_path)).replace("services/api", "."))
        assert inside.status(NOTES, place) == "missing"
        assert "lies inside the workspace" in inside.ignored(place)

    def test_nor_one_that_a_link_leads_into_it(self, tmp_path):
        work = tmp_path / "work"
        work.mkdir()
        (work / "consent.toml").write_text(
            TEXT.replace("/home/me/mono", str(work)).replace("services/api", ".")
        )
        (tmp_path / "conf").symlink_to(work)
        assert load_store(tmp_path / "conf").status(NOTES, Place(str(work), ".")) == "missing"

    def test_nor_one_in_a_linked_work_tree(self, store, tmp_path):
        place = Place("/home/me/mono", "services/api", (tmp_path.resolve(),))
        assert store().status(NOTES, place) == "missing"
        assert store().ignored(PLACE) == ""


class TestReading:
    def test_a_record(self, store):
        record = store().record(NOTES, PLACE)
        assert (record.form, record.decision) == ('{"entry":{}}', "granted")
        assert record.at == datetime(2026, 11, 30, 16, 20, tzinfo=UTC)

    def test_what_may_be_absent(self, store):
        text = "\n".join(line for line in TEXT.split("\n") if line[:2] not in ("re", "at", "fo"))
        record = store(text).record(NOTES, PLACE)
        assert (record.resolved, record.form, record.at) == ("", "", None)

    def test_unknown_keys_and_items_are_left_in_peace(self, store):
        more = '[[item]]\nkind = "plugin"\nname = 3\n[later]\nx = 1\n'
        text = TEXT.replace("[[item]]", "[[item]]\nnote = 1", 1) + more
        assert store("future = true\n" + text).status(NOTES, PLACE) == "granted"

    @pytest.mark.parametrize(
        ("text", "place", "words"),
        [
            (TEXT.replace("[[item]]", "[[item"), ":2:7", "not valid TOML"),
            ("", ":1:1", 'the key "schema" is missing'),
            (TEXT.replace("consent/1", "consent/2"), ":1:10", '"schema" is "skillctl.consent/2"'),
            ("schema = 1\n", ":1:10", '"schema" wants a string'),
            ('schema = "skillctl.consent/1"\nitem = 3\n', ":2:8", '"item" wants a list of tables'),
            (TEXT.replace('"server"', "1"), ":5:8", '"kind" in "item" wants a string'),
            (TEXT.replace('kind = "server"\n', ""), ":2:3", 'the key "kind" in "item" is missing'),
            (
                TEXT.replace("name =", "names ="),
                ":2:3",
                'the key "name" in "item" is missing',
            ),
            (TEXT.replace('"sha256:16c9"', "1"), ":8:15", '"fingerprint" in "item" wants a string'),
            (TEXT.replace("2026-11-30T16:20:00Z", '"now"'), ":11:6", "a date with a time"),
            (TEXT.replace("2026-11-30T16:20:00Z", "2026-11-30"), ":11:6", "a date with a time"),
        ],
    )  # fmt: skip
    def test_a_store_that_is_broken_is_never_read_as_empty(
        self, store, tmp_path, text, place, words
    ):
        with pytest.raises(StoreError) as caught:
            store(text)
        assert words in caught.value.message
        assert caught.value.hint == "not changed; fix or move it"
        assert str(caught.value.location) == f"{tmp_path / 'consent.toml'}{place}"
        assert caught.value.exit_code == 2

    @given(st.binary(max_size=60) | MUTATIONS)
    def test_whatever_the_file_holds_it_is_read_whole_or_refused(self, tmp_path_factory, data):
        folder = tmp_path_factory.mktemp("conf")
        (folder / "consent.toml").write_bytes(data)
        with suppress(StoreError):
            assert load_store(folder).status(NOTES, PLACE) in STATUSES

    def test_a_dangling_link_is_not_an_absent_file(self, tmp_path):
        (tmp_path / "consent.toml").symlink_to("nowhere")
        with pytest.raises(StoreError, match="No such file"):
            load_store(tmp_path)

    def test_modes_that_let_others_in_are_named(self, store, tmp_path):
        assert store().problems == ()
        (tmp_path / "consent.toml").chmod(0o644)
        tmp_path.chmod(0o755)
        folder, file = load_store(tmp_path).problems
        assert folder.startswith(f"{tmp_path} is open to others (mode 0755)")
        assert file.startswith(f"{tmp_path / 'consent.toml'} is open to others (mode 0644)")
