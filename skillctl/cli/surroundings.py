"""What surrounds a command: folders, environment, terminal. Read here and nowhere else."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from shutil import get_terminal_size

from skillctl.errors import SkillctlError
from skillctl.files import is_folder, mode_of


@dataclass(frozen=True)
class Surroundings:
    """The working directory, the home folder and the environment of this process."""

    cwd: Path
    home: Path
    environment: Mapping[str, str]

    def shown(self, path: Path) -> str:
        """A path as it is printed: from here if it lies below."""
        whole = self.cwd / path
        below = whole.is_relative_to(self.cwd)
        return (whole.relative_to(self.cwd) if below else path).as_posix()

    @cached_property
    def config_dir(self) -> Path:
        """The folder of consent, user servers and user settings; SKILLCTL_CONFIG_DIR moves it."""
        moved = self.environment.get("SKILLCTL_CONFIG_DIR")
        if moved:
            return _folder(_absolute("SKILLCTL_CONFIG_DIR", moved))
        import platformdirs

        return _folder(platformdirs.user_config_path("skillctl"))

    def allow_list(self, given: Path | None = None) -> Path | None:
        """The allow-list of this call: the one that is given, else SKILLCTL_CONSENT_FROM."""
        if given is not None:
            return self.cwd / given
        managed = self.environment.get("SKILLCTL_CONSENT_FROM")
        return _absolute("SKILLCTL_CONSENT_FROM", managed) if managed else None

    @cached_property
    def state_dir(self) -> Path:
        """The folder of session logs and artifacts."""
        import platformdirs

        return platformdirs.user_state_path("skillctl")

    @cached_property
    def data_dir(self) -> Path:
        """The folder of the user's own skills."""
        import platformdirs

        return platformdirs.user_data_path("skillctl")

    @property
    def virtual_env(self) -> Path | None:
        """The environment of Python that is active, by VIRTUAL_ENV."""
        named = self.environment.get("VIRTUAL_ENV")
        return self.cwd / named if named else None

    @property
    def terminal(self) -> bool:
        """Whether a person can be asked: both stdin and stderr are terminals."""
        return sys.stdin.isatty() and sys.stderr.isatty()

    @property
    def colour(self) -> bool:
        """Whether stdout may be coloured."""
        plain = "NO_COLOR" in self.environment or self.environment.get("TERM") == "dumb"
        return sys.stdout.isatty() and not plain

    @property
    def width(self) -> int | None:
        """The columns of the terminal that stdout is, or None if it is none."""
        return get_terminal_size().columns if sys.stdout.isatty() else None


def _folder(path: Path) -> Path:
    """A folder of ours, which need not be there yet."""
    if mode_of(path) and not is_folder(path):
        raise SkillctlError(
            f"{path} is to hold consent and settings of the user, but it is no folder",
            hint="move it away, or set SKILLCTL_CONFIG_DIR to a folder",
        )
    return path


def _absolute(variable: str, value: str) -> Path:
    """The path that a variable names; what it means must not depend on the working directory."""
    if not Path(value).is_absolute():
        raise SkillctlError(
            f"{variable} is {value!r}, which is not an absolute path",
            hint="set it to an absolute path, or unset it",
        )
    return Path(value)


def surroundings() -> Surroundings:
    """Read them from this process; a working directory that is gone ends the command."""
    try:
        cwd = Path.cwd()
    except FileNotFoundError:
        raise SkillctlError(
            "the working directory does not exist any more", hint="change to a folder that exists"
        ) from None
    except OSError as error:
        raise SkillctlError(
            f"the working directory cannot be told: {error.strerror}",
            hint="change to a folder that you may read",
        ) from None
    return Surroundings(cwd, _home(), dict(os.environ))


def _home() -> Path:
    """The home folder: HOME, which has to be absolute; without HOME that of the account."""
    named = os.environ.get("HOME")
    if named is not None:
        return _absolute("HOME", named)
    try:
        return Path.home()
    except (RuntimeError, KeyError):
        raise SkillctlError(
            "there is no home folder", hint="set HOME to an absolute path"
        ) from None
