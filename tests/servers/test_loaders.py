import pytest

from skillctl.servers.loaders import loads_code


@pytest.mark.parametrize(
    "name",
    [
        *("NODE_OPTIONS", "NODE_PATH", "LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "PATH"),
        *("DYLD_INSERT_LIBRARIES", "DYLD_LIBRARY_PATH", "PYTHONPATH", "PYTHONSTARTUP", "BASH_ENV"),
        *("PYTHONHOME", "ENV", "PERL5OPT", "PERL5LIB", "RUBYOPT", "JAVA_TOOL_OPTIONS"),
        "GIT_SSH_COMMAND",
    ],
)
def test_variables_that_load_code(name):
    assert loads_code(name)


@pytest.mark.parametrize("name", ["LOG_LEVEL", "MY_PATH", "NODE_ENV", "node_options", ""])
def test_others(name):
    assert not loads_code(name)
