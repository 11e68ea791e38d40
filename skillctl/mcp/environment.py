"""The environment that a server gets (mcp.md section 5.2): little of ours, then its entry's own."""

import re
from collections.abc import Mapping, Sequence

SERVER_ID = "SKILLCTL_SERVER_ID"
_ANYWHERE = (
    *("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY"),
    *("http_proxy", "https_proxy", "no_proxy", "all_proxy"),
    *("SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE"),
)
_NAMES = re.compile(
    "HOME|LOGNAME|PATH|SHELL|TERM|USER|LANG|LC_.*|TZ|TMPDIR|XDG_.*_HOME|XDG_RUNTIME_DIR|"
    + "|".join(_ANYWHERE)
)
_SHELL_FUNCTION = "()"


def server_environment(
    ours: Mapping[str, str],
    entry: Mapping[str, str],
    *,
    server_id: str,
    inherit: Sequence[str] = (),
) -> dict[str, str]:
    """What is inherited by name (never a shell function), then the entry's, then the token."""
    inherited = {
        name: value
        for name, value in ours.items()
        if (_NAMES.fullmatch(name) or name in inherit) and not value.startswith(_SHELL_FUNCTION)
    }
    return {**inherited, **entry, SERVER_ID: server_id}
