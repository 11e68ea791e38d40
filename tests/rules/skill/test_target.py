import pytest

from skillctl.rules.skill.target import Kind, kind_of, readings


@pytest.mark.parametrize(
    ("target", "kind"),
    [
        ("a.md", Kind.RELATIVE),
        ("../a.md#b", Kind.RELATIVE),
        ("a b.md", Kind.RELATIVE),
        (r"a\b.md", Kind.RELATIVE),
        ("a:b.md", Kind.RELATIVE),  # one letter is no scheme, and no drive without a slash
        *((t, Kind.ABSOLUTE) for t in ("/etc/a.md", "~/a.md", "~bob/a.md", "file:///a", "FILE:a")),
        *((t, Kind.ABSOLUTE) for t in (r"C:\a", "c:/a", "C:", r"\\host\share\a", r"\host\a")),
        *((t, Kind.SKIPPED) for t in ("https://a.b", "mailto:a@b", "app:x", "//a/b", "www.a.b")),
        *((t, Kind.SKIPPED) for t in ("", "#a", "?a=b", "...", "/", "~", "../..")),
        *((t, Kind.SKIPPED) for t in ("{a}.md", "<a>", "*.md", "$A/b.md", "/{a}", "a}b")),
    ],
)
def test_kinds(target, kind):
    assert kind_of(target) is kind


@pytest.mark.parametrize(
    ("target", "paths"),
    [
        ("a.md", ("a.md",)),
        ("a.md#b?c", ("a.md", "a.md#b?c")),
        ("a.md?b#c", ("a.md", "a.md?b#c")),
        ("a%20b.md", ("a b.md", "a%20b.md")),
        ("100%.md", ("100%.md", "100%.md")),
        (r"a\b.md", (r"a\b.md", "a/b.md")),
    ],
)
def test_readings(target, paths):
    assert readings(target) == paths
