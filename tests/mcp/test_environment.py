import pytest

from skillctl.mcp.environment import server_environment

# the names of mcp.md section 5.2, spelled out
POSIX_NAMES = (
    *("HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "LANG", "LC_ALL", "LC_CTYPE", "TZ"),
    *("TMPDIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"),
    *("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY"),
    *("http_proxy", "https_proxy", "no_proxy", "all_proxy"),
    *("SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE"),
)
SECRETS = (
    *("AWS_SECRET_ACCESS_KEY", "OPENAI_API_KEY", "GITHUB_TOKEN", "SSH_AUTH_SOCK", "LD_PRELOAD"),
    *("PYTHONPATH", "NODE_OPTIONS", "XDG_DATA_DIRS", "LCX", "MYPATH", "PATH2", "home"),
    *("Http_Proxy", "SKILLCTL_CONFIG_DIR"),
)


WINDOWS_NAMES = (
    *("APPDATA", "COMSPEC", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATH", "PATHEXT"),
    *("PROCESSOR_ARCHITECTURE", "PROGRAMDATA", "PROGRAMFILES", "SYSTEMDRIVE", "SYSTEMROOT"),
    *("TEMP", "TMP", "USERNAME", "USERPROFILE"),
    *("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY"),
    *("SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE"),
)


def made(ours, entry=None, **options):
    return server_environment(ours, entry or {}, server_id="id", **{"platform": "linux", **options})


def test_child_env_exact():
    ours = {name: f"value of {name}" for name in (*POSIX_NAMES, *SECRETS)}
    wanted = {name: ours[name] for name in POSIX_NAMES}
    assert made(ours) == {**wanted, "SKILLCTL_SERVER_ID": "id"}


def test_named_variables_are_inherited_too():
    assert made({"A": "1", "B": "2"}, inherit=["B", "C"]) == {"B": "2", "SKILLCTL_SERVER_ID": "id"}


@pytest.mark.parametrize("value", ["() { :; }", "()"])
def test_shell_functions_are_not_inherited(value):
    assert made({"HOME": value, "X": value}, inherit=["X"]) == {"SKILLCTL_SERVER_ID": "id"}


def test_the_entry_wins_and_the_token_wins_over_the_entry():
    ours = {"HOME": "/home", "PATH": "/bin"}
    entry = {"PATH": "/own", "TOKEN": "t", "EMPTY": "", "SKILLCTL_SERVER_ID": "forged"}
    assert made(ours, entry) == {
        "HOME": "/home",
        "PATH": "/own",
        "TOKEN": "t",
        "EMPTY": "",
        "SKILLCTL_SERVER_ID": "id",
    }


@pytest.mark.parametrize("platform", ["linux", "darwin", "freebsd14"])
def test_every_other_system_is_posix(platform):
    ours = {"HOME": "/home", "APPDATA": "x", "USERPROFILE": "y"}
    wanted = {"HOME": "/home", "SKILLCTL_SERVER_ID": "id"}
    assert made(ours, platform=platform) == wanted


def test_child_env_exact_on_windows():
    others = {*POSIX_NAMES, *SECRETS} - {*WINDOWS_NAMES} - {n.lower() for n in WINDOWS_NAMES}
    ours = {name: f"value of {name}" for name in (*WINDOWS_NAMES, *sorted(others))}
    ours.pop("Http_Proxy")
    wanted = {name: ours[name] for name in WINDOWS_NAMES}
    assert made(ours, platform="win32") == {**wanted, "SKILLCTL_SERVER_ID": "id"}


def test_names_have_no_case_on_windows():
    ours = {"Path": "C:\\bin", "SystemRoot": "C:\\Windows", "ComSpec": "cmd", "MyTool": "1"}
    entry = {"PATH": "D:\\own", "skillctl_server_id": "forged"}
    assert made(ours, entry, platform="win32", inherit=["mytool"]) == {
        "PATH": "D:\\own",
        "SystemRoot": "C:\\Windows",
        "ComSpec": "cmd",
        "MyTool": "1",
        "SKILLCTL_SERVER_ID": "id",
    }
