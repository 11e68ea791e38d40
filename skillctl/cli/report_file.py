"""A report that goes to a file instead of stdout."""

from pathlib import Path

from skillctl.errors import SkillctlError


def write_report(path: Path, text: str) -> None:
    """Put a report in the place of the file, or leave the file as it is and say why.

    A device or a pipe, as in `--output /dev/null`, is written to and stays what it is.
    """
    from skillctl.files import is_stream, replace_file

    try:
        if is_stream(path):
            path.write_bytes(text.encode())
        else:
            replace_file(path, text.encode())
    except OSError as error:
        raise SkillctlError(
            f"the report cannot be written to {path}: {error.strerror}",
            hint="name a file in a folder that exists and may be written",
        ) from None
