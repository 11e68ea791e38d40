"""The digest of file content that was read (mcp.md section 4.2)."""

from hashlib import sha256

_TEXT_HEAD = 8000


def digest_data(data: bytes) -> str:
    """SHA-256 (hex) as `worktree.digest_file` gives it for a file of these bytes."""
    text = b"\0" not in data[:_TEXT_HEAD]
    return sha256(data.replace(b"\r\n", b"\n") if text else data).hexdigest()
