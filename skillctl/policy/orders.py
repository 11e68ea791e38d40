"""Orders to a model in a text that should only describe (lint.md section 3.2, FK105).

What is looked for is an order, not a word: a text that mentions a key file, or the user, or another
tool, is none. Each sentence is judged by itself, and one that forbids the thing is no order to do
it.
"""

import re
from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple

LONGEST = 20_000  # characters of one text that are read
_SENTENCE = re.compile(r"(?:[^.!?\n]|[.!?](?=\S))+[.!?]?")
_WHO = r"(?:the |your |any |a )?(?:users?|humans?|persons?|people|operators?|anyone|anybody)"
_DEMAND = re.compile(
    r"\b(?:must|always|important|first|before|please|make sure|be sure|remember to|required to"
    r"|have to|need to)\b",
    re.IGNORECASE,
)
_READ = re.compile(
    r"\b(?:read|open|cat|load|fetch|copy|include|attach|upload|send|access|dump)\b", re.IGNORECASE
)
_HAND_OVER = re.compile(
    r"\b(?:pass|send|include|put|provide|attach|append|supply|submit|upload|post)\b.{0,60}?"
    r"\b(?:as|in|into|to|with)\b",
    re.IGNORECASE,
)
_KEY_FILE = re.compile(
    r"(?:~|\$HOME|%USERPROFILE%|/root|/home/\S+?)[/\\]\.(?:ssh|aws|gnupg|kube|docker|cursor|claude"
    r"|config|netrc|npmrc|pypirc|git-credentials)\b"
    r"|\bid_(?:rsa|dsa|ecdsa|ed25519)\b|/etc/(?:passwd|shadow)\b|(?<!\w)\.env\b(?!\.example)"
    r"|\b(?:ssh|private|secret|api) keys?\b|\bmcp\.json\b|\bcredentials? files?\b"
    r"|\bauthorized_keys\b",
    re.IGNORECASE,
)
_NEGATED = re.compile(
    r"\b(?:never|not|n't|cannot|without|refuse[sd]?|avoid|don’t)\b|n't\b", re.IGNORECASE
)
_HIDE = re.compile(
    r"\b(?:do not|don't|don’t|never|must not|should not|without|avoid)\s+(?:ever\s+)?"
    r"(?:tell|telling|inform|informing|notify|notifying|alert|alerting|mention|mentioning|reveal"
    rf"|revealing|disclose|disclosing)\b(?:\s+\S+){{0,6}}?\s*\b{_WHO}\b"
    rf"|\b(?:hide|conceal|keep)\b(?:\s+\S+){{0,6}}?\s+from\s+{_WHO}\b",
    re.IGNORECASE,
)
_OVERRIDE = re.compile(
    r"\b(?:ignore|disregard|forget|override)\s+(?:all\s+|any\s+|the\s+|your\s+)*"
    r"(?:previous|prior|earlier|above|other|system)\s+(?:instructions?|rules?|prompts?|messages?)",
    re.IGNORECASE,
)
_CALL = re.compile(
    r"\b(?:call|invoke|execute|run|use)\s+(?:the\s+)?(?P<quote>[`'\"]?)"
    r"(?P<name>[A-Za-z0-9][\w.-]*[A-Za-z0-9])(?P=quote)\s+(?:tool|function)\b",
    re.IGNORECASE,
)
_ANY_TOOL = re.compile(
    r"\b(?:before|after|whenever|every time|each time|when)\s+(?:\S+\s+){0,3}?"
    r"(?:any|every|each|all)(?:\s+other)?\s+tools?\b",
    re.IGNORECASE,
)
_NO_NAME = frozenset(
    {
        *(
            "a",
            "an",
            "any",
            "all",
            "another",
            "appropriate",
            "correct",
            "each",
            "every",
            "external",
        ),
        *("following", "its", "my", "next", "one", "other", "our", "particular", "previous"),
        *("provided", "relevant", "respective", "right", "same", "single", "specific", "such"),
        *("that", "their", "these", "this", "which", "your"),
    }
)


class Order(NamedTuple):
    """What a text tells the model to do, and the words that say so."""

    what: str
    words: str


def orders(text: str, own_tools: Collection[str] = ()) -> Iterator[Order]:
    """The orders in a text; calls of the server's own tools, and hints at them, are none."""
    for match in _SENTENCE.finditer(text[:LONGEST]):
        sentence = match[0].strip()
        yield from (
            Order(what, sentence)
            for what, is_order in KINDS.items()
            if is_order(sentence, own_tools)
        )


def _reads_keys(sentence: str, _own: Collection[str]) -> bool:
    """A key file is to be read and handed over, or its reading is demanded."""
    if not _KEY_FILE.search(sentence) or _NEGATED.search(sentence):
        return False
    demanded = _DEMAND.search(sentence) and _READ.search(sentence)
    return bool(demanded or (_READ.search(sentence) and _hands_over(sentence)))


def _hands_over(sentence: str) -> bool:
    read = _READ.search(sentence)
    return bool(read and _HAND_OVER.search(sentence, read.end()))


def _hides(sentence: str, _own: Collection[str]) -> bool:
    return bool(_HIDE.search(sentence))


def _calls_others(sentence: str, own: Collection[str]) -> bool:
    """Another server's tool is to be called, or something done at the calls of all tools."""
    if _NEGATED.search(sentence) or not _DEMAND.search(sentence):
        return False
    names = (match["name"] for match in _CALL.finditer(sentence))
    foreign = any(n not in own and n.lower() not in _NO_NAME for n in names)
    return foreign or bool(_ANY_TOOL.search(sentence))


def _overrides(sentence: str, _own: Collection[str]) -> bool:
    return bool(_OVERRIDE.search(sentence))


KINDS: dict[str, Callable[[str, Collection[str]], bool]] = {
    "to read key files": _reads_keys,
    "to hide something from the user": _hides,
    "to call other tools": _calls_others,
    "to ignore its instructions": _overrides,
}
