"""The setting `lint.hosts`: files that are configs of a host whatever their names (lint.md 1.6)."""

from collections.abc import Mapping
from typing import NamedTuple

from skillctl.rules.find.paths import LintFolders


class HostGlobs(NamedTuple):
    """Which host reads a file by the settings, whose globs count from their own folder."""

    places: LintFolders
    names: Mapping[str, str] = {}

    def host(self, path: str) -> str:
        """The name of the host of the first glob that fits a path, or "" if none does."""
        if not self.names:
            return ""
        from skillctl.globs import matches  # noqa: PLC0415 # import budget: most set none

        shown = self.places.for_globs(path)
        return next((name for glob, name in self.names.items() if matches(glob, shown)), "")


def host_globs(setting: Mapping[str, str], places: LintFolders) -> HostGlobs:
    """Make them of the setting; raises SkillctlError for a host that has no configs."""
    if not setting:
        return HostGlobs(places)
    from skillctl.rules.targets import config_host  # noqa: PLC0415 # import budget: most set none

    return HostGlobs(places, {glob: config_host(word) for glob, word in setting.items()})
