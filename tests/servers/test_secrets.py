from skillctl.errors import Location
from skillctl.servers.model import ServerConfig
from skillctl.servers.secrets import secrets_of


def config(name="notes", **fields):
    return ServerConfig(
        name=name, scope="user", source="f", location=Location("f"), entry={}, **fields
    )


def values(**fields):
    return {value for value in secrets_of([config(**fields)]).values() if value}


def test_variables_and_headers_by_their_names():
    found = secrets_of([config(env={"TOKEN": "canary-1"}, headers={"X-Key": "canary-2"})])
    assert found == {"TOKEN": "canary-1", "X-Key": "canary-2"}


def test_secrets_of_auth_at_any_depth():
    auth = {"type": "api_key", "key": "canary", "more": [{"client_secret": ["canary-2"], "n": 1}]}
    assert values(auth=auth) == {"canary", "canary-2"}


def test_user_info_and_parameters_of_a_url():
    url = "https://me:p@ss@h.example/x?page=1234567&sig=canary"
    assert values(url=url) == {"me:p@ss", "p@ss", "canary"}


def test_what_follows_a_flag():
    args = ("--token", "canary", "--api-key=canary-2", "--level", "high", "-v")
    assert values(command="x", args=args) == {"canary", "canary-2"}


def test_what_a_short_flag_or_a_variable_before_a_program_holds():
    args = ("-pcanary", "-e", "PASSWORD=canary-2", "--auth", "canary-3", "--password:canary-4")
    assert values(command="mysql", args=args) == {"canary", "canary-2", "canary-3", "canary-4"}


def test_one_name_for_two_values_hides_both():
    configs = [config(name, env={"TOKEN": f"canary of {name}"}) for name in ("a", "b", "b", "c")]
    configs += [config("c", env={"TOKEN": "another"})]
    assert secrets_of(configs) == {
        "TOKEN": "canary of a",
        "TOKEN of b": "canary of b",
        "TOKEN of c": "canary of c",
        "TOKEN of c 2": "another",
    }
