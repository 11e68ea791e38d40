"""Codes and targets in settings files are judged where they stand (lint.md section 1.6)."""

from collections.abc import Callable, Iterator, Sequence

from skillctl.errors import SkillctlError
from skillctl.rules.selection import AllRules, prefixes_of
from skillctl.rules.targets import config_host, target_of
from skillctl.settings_file import Given

TARGET = "lint.target"
HOSTS = "lint.hosts"
LISTS = ("lint.select", "lint.extend-select", "lint.ignore", "lint.extend-ignore")
BY_CODE = "lint.severity"
BY_GLOB = "lint.per-path-ignores"


def refuse_unknown_words(given: Sequence[Given], rules: AllRules) -> None:
    """SkillctlError with file, line and column at the first word that fits no rule or target."""
    for setting in given:
        hosts = {TARGET: target_of, HOSTS: config_host}
        known: Callable[[str], object] = hosts.get(
            setting.key, lambda word: prefixes_of(word, rules)
        )
        for word, start, end in _words(setting):
            try:
                known(word)
            except SkillctlError as error:
                error.location = setting.source.location(start, end)
                raise


def _words(setting: Given) -> Iterator[tuple[str, int, int]]:
    """Each code, name, prefix or target of a setting, and where it stands."""
    value = setting.value
    if setting.key == BY_CODE:
        yield from ((entry.key, entry.start, entry.end) for entry in value.entries)
        return
    if setting.key == HOSTS:
        found = (entry.value for entry in value.entries)
        yield from ((str(node.value), node.start, node.end) for node in found)
        return
    lists = [value] if setting.key in (TARGET, *LISTS) else []
    if setting.key == BY_GLOB:
        lists = [entry.value for entry in value.entries]
    for item in (item for found in lists for item in found.items):
        yield str(item.value), item.start, item.end
