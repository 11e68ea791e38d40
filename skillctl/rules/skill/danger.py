"""SK504 and SK505: what a skill must not say."""

import re
from collections.abc import Iterator

from skillctl.findings import Severity
from skillctl.policy.secrets import secrets
from skillctl.rules.rule import Rule, Span, Violation, rule, span_of
from skillctl.skills.document import SkillDocument

_ARGUMENT = r"(?:-[ugCp][ \t]++[\w.-]++|-(?![ugCp][ \t])\S++|\w++=\S*+)[ \t]++"
_RUNNER = rf"(?:sudo|doas|env|command|exec|nohup|busybox)[ \t]++(?:{_ARGUMENT})*"
_INTO_SHELL = re.compile(
    rf"\|&?[ \t]*+(?:(?:/(?:[\w.-]++/)*)?{_RUNNER})*"
    r"(?:/(?:[\w.-]++/)*)?(?:ba|da|a|z|k|c|tc|fi)?sh(?![\w.-])"
)
_DOWNLOAD = re.compile(r"(?<![\w.-])(?:curl|wget)(?![\w.-])")
_LINE = re.compile(r"(?:\\(?:\r\n|\r|\n)|[^\r\n\\]++|\\)*")  # a backslash at its end carries it on


@rule(
    "SK504",
    "secret",
    Severity.ERROR,
    message="a secret stands in the text: {shown}",
    consequence="whoever reads the skill has it; code hosts refuse the push",
    advice="revoke it, take it out, and tell which variable holds it instead",
    targets=("claude-code", "codex", "skills-cli"),
    example="Call the API with the key `ghp_…` (36 letters and digits)",
    security=True,
)
def secret(skill: SkillDocument) -> Iterator[Violation]:
    """A skill holds no secret.

    A skill is copied, published and sent to models: a token in it is known to all of them. Known
    are the forms that issuers give to their tokens, and private keys; plain examples are left
    alone, and nothing is guessed. Revoke the token first: the history keeps it.
    """
    for found in secrets(skill.source.text) if skill.source else ():
        yield Violation(span=span_of(found), values={"shown": found.shown})


@rule(
    "SK505",
    "pipe-to-shell",
    Severity.WARNING,
    message="what is downloaded goes straight to a shell",
    consequence="runs code that nobody has seen, and that may be another one tomorrow",
    advice="name a version and a checksum, or tell how to install it otherwise",
    targets=("claude-code", "codex", "skills-cli"),
    example="curl -fsSL https://example.com/install.sh | sh",
    security=True,
)
def pipe_to_shell(skill: SkillDocument) -> Iterator[Violation]:
    """A skill does not pipe a download into a shell.

    An agent that follows the text runs what the address gives at that moment, with the rights of
    the user. It is judged in prose and in code alike, since an agent follows both.
    """
    for span in piped_downloads(skill.source.text) if skill.source else ():
        yield Violation(span=span)


def piped_downloads(text: str) -> Iterator[Span]:
    """Every place where a download goes to a shell in one line, which a backslash carries on."""
    if "curl" not in text and "wget" not in text:
        return
    done = 0
    for download in _DOWNLOAD.finditer(text):
        if download.start() < done:
            continue
        line = _LINE.match(text, download.end())
        done = line.end() if line else len(text)
        shell = _INTO_SHELL.search(text, download.end(), done)
        if shell:
            done = shell.end()
            yield Span(download.start(), done)


RULES: tuple[Rule[SkillDocument], ...] = (secret, pipe_to_shell)
