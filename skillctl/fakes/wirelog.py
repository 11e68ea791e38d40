"""The wire log of a fake: one JSON object per line, bytes as they went (harness.md section 1)."""

import json


def entry(number: int, direction: str, data: bytes, cause: str | None, milliseconds: int) -> bytes:
    """One line of the log: `line` for a whole line of UTF-8, `hex` for any other bytes.

    `line` lacks the line feed that `bytes` counts; what differs from run to run stands in `v`.
    """
    members = {
        "n": number,
        "dir": direction,
        **_content(data),
        "bytes": len(data),
        "cause": cause,
        "v": {"ms": milliseconds},
    }
    return json.dumps(members, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _content(data: bytes) -> dict[str, str]:
    if data.endswith(b"\n") and data.count(b"\n") == 1:
        try:
            return {"line": data[:-1].decode()}
        except UnicodeDecodeError:
            pass
    return {"hex": data.hex()}
