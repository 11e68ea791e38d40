"""Environment variables that make a program load other code than its command names."""

NAMES = frozenset(
    (
        *("NODE_OPTIONS", "NODE_PATH", "LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT"),
        *("PYTHONPATH", "PYTHONSTARTUP", "PYTHONHOME", "BASH_ENV", "ENV", "PERL5OPT", "PERL5LIB"),
        *("RUBYOPT", "JAVA_TOOL_OPTIONS", "GIT_SSH_COMMAND", "PATH"),
    )
)
PREFIX = "DYLD_"


def loads_code(name: str) -> bool:
    """Whether setting a variable of this name decides which code runs (lint.md, MC205)."""
    return name in NAMES or name.startswith(PREFIX)
