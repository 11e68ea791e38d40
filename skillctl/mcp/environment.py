"""The environment that a server gets (mcp.md section 5.2): little of ours, then its entry's own."""

import re
import sys
from collections.abc import Mapping, Sequence

SERVER_ID = "SKILLCTL_SERVER_ID"
WINDOWS = "win32"
_ANYWHERE = (
    *("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY"),
    *("http_proxy", "https_proxy", "no_proxy", "all_proxy"),
    *("SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE"),
)
_POSIX = (
    *("HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "LANG", "LC_.*", "TZ", "TMPDIR"),
    *("XDG_.*_HOME", "XDG_RUNTIME_DIR"),
)
_WINDOWS = (
    *("APPDATA", "COMSPEC", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATH", "PATHEXT"),
    *("PROCESSOR_ARCHITECTURE", "PROGRAMDATA", "PROGRAMFILES", "SYSTEMDRIVE", "SYSTEMROOT"),
    *("TEMP", "TMP", "USERNAME", "USERPROFILE"),
)
_ON_POSIX = re.compile("|".join((*_POSIX, *_ANYWHERE)))
_ON_WINDOWS = re.compile("|".join((*_WINDOWS, *_ANYWHERE)))
_SHELL_FUNCTION = "()"


def server_environment(
    ours: Mapping[str, str],
    entry: Mapping[str, str],
    *,
    server_id: str,
    inherit: Sequence[str] = (),
    platform: str = sys.platform,
) -> dict[str, str]:
    """What is inherited by name (never a shell function), then the entry's, then the token.

    Windows knows no case in names: what the entry sets takes the place of ours in any spelling.
    """
    same = str.upper if platform == WINDOWS else str
    usual = _ON_WINDOWS if platform == WINDOWS else _ON_POSIX
    named = set(map(same, inherit))
    inherited = {
        name: value
        for name, value in ours.items()
        if (usual.fullmatch(same(name)) or same(name) in named)
        and not value.startswith(_SHELL_FUNCTION)
    }
    merged: dict[str, tuple[str, str]] = {}
    for name, value in (*inherited.items(), *entry.items(), (SERVER_ID, server_id)):
        merged[same(name)] = name, value
    return dict(merged.values())
