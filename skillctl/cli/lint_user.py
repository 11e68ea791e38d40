"""The user's own servers, which lint reads only if it is asked to (lint.md section 1.3)."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from skillctl.cli.notice import notice
from skillctl.cli.surroundings import Surroundings
from skillctl.errors import SkillctlError


def users_of(
    here: Surroundings, files: Sequence[Path], *, everywhere: bool
) -> Mapping[str, Sequence[Any]]:
    """The servers in these files, and everywhere hosts keep those of a user.

    A named file that cannot be read is an error, one of a host is told.
    """
    if not files and not everywhere:
        return {}
    from skillctl.report.plain import one_row
    from skillctl.servers.user_files import home_files, user_file, user_servers

    named = [user_file(here.cwd / path, here.shown(path)) for path in files]
    found = home_files(here.home, here.config_dir) if everywhere else ()
    servers, unread = user_servers([*named, *found])
    for file, reason in unread:
        if file in named:
            raise SkillctlError(
                f"the servers of the user cannot be read from {file.shown}: {reason}",
                hint="name a config with servers, such as ~/.claude.json",
            )
        sys.stderr.write(notice(one_row(f"not compared with {file.shown}: {reason}")))
    return servers
