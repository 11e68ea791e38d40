"""A report that goes to a file instead of stdout."""

from pathlib import Path

from skillctl.errors import SkillctlError


def write_report(path: Path, text: str) -> None:
    """Put a report in the place of the file, or leave the file as it is and say why."""
    from skillctl.files import replace_file

    try:
        replace_file(path, text.encode())
    except OSError as error:
        raise SkillctlError(
            f"the report cannot be written to {path}: {error.strerror}",
            hint="name a file in a folder that exists and may be written",
        ) from None
