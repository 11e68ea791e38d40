import pytest

from skillctl.errors import SkillctlError
from skillctl.scenario.find import Found, find_scenarios


@pytest.fixture
def root(tree):
    names = ["b.scenario.toml", "a.scenario.toml", "sub/c.scenario.toml", "sub/plain.toml"]
    names += ["node_modules/d.scenario.toml", "deep/vendor/e.scenario.toml", "evals.json"]
    return tree(dict.fromkeys(names, ""))


def shown(words, root, exclude=("node_modules", "deep/vendor")):
    return [f.shown for f in find_scenarios(words, root, exclude)]


def test_a_folder_gives_its_scenarios_in_name_order(root):
    assert shown(["."], root) == ["a.scenario.toml", "b.scenario.toml", "sub/c.scenario.toml"]
    assert shown(["sub"], root) == ["sub/c.scenario.toml"]
    assert shown(["./sub/"], root) == ["sub/c.scenario.toml"]


def test_excluded_folders_are_not_entered_unless_named(root):
    assert shown(["node_modules"], root) == ["node_modules/d.scenario.toml"]
    assert "deep/vendor/e.scenario.toml" in shown(["."], root, exclude=())


def test_an_absolute_path_stays_absolute(root):
    assert shown([str(root / "sub")], root) == [(root / "sub/c.scenario.toml").as_posix()]


def test_a_named_file_may_have_any_name(root):
    found = find_scenarios(["sub/plain.toml"], root, ())
    assert found == (Found(root / "sub/plain.toml", "sub/plain.toml"),)


def test_words_keep_their_order_and_each_file_comes_once(root):
    words = ["sub", "b.scenario.toml", "."]
    assert shown(words, root) == ["sub/c.scenario.toml", "b.scenario.toml", "a.scenario.toml"]


def test_a_name_after_two_colons_selects(root):
    found = find_scenarios(["a.scenario.toml::one: two"], root, ())
    assert found == (Found(root / "a.scenario.toml", "a.scenario.toml", "one: two"),)


def test_the_whole_file_beats_one_name_of_it(root):
    words = ["a.scenario.toml::one", "a.scenario.toml"]
    assert [f.name for f in find_scenarios(words, root, ())] == [None]


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("none", "there is nothing at none"),
        ("evals.json", "does not run evals"),
        ("sub/empty", "no scenario found in sub/empty"),
    ],
)
def test_nothing_to_run(root, word, message):
    (root / "sub/empty").mkdir()
    with pytest.raises(SkillctlError, match=message) as caught:
        find_scenarios([word], root, ())
    assert caught.value.hint


def test_a_name_that_is_too_long_is_nothing(root):
    with pytest.raises(SkillctlError, match="there is nothing at xxx"):
        shown(["x" * 300], root)


def test_a_link_to_a_folder_is_not_entered(root):
    (root / "sub" / "loop").symlink_to(root)
    assert shown(["sub"], root) == ["sub/c.scenario.toml"]
