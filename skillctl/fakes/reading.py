"""Resources that are read and prompts that are got: found by their name, answered by a reply."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from typing import Any

from skillctl.fakes.answers import text_block
from skillctl.fakes.asked import Asked
from skillctl.fakes.effects import Effect
from skillctl.fakes.model import FakeFile, Prompt, Resource
from skillctl.fakes.replies import Offer, Replies

NOT_FOUND = -32002
_VARIABLE = re.compile(r"\{(\+?)([A-Za-z_][A-Za-z0-9_]*)\}")


def read(asked: Asked, file: FakeFile, replies: Replies) -> Iterator[Effect]:
    """What reading a resource brings about; a template gives its variables as arguments."""
    uri = asked.message.params.get("uri")
    if not isinstance(uri, str):
        yield asked.refuse('"uri" is not a string', "resources/read")
        return
    for resource in file.resources:
        if resource.uri == uri:
            yield from replies.answer(_resource(resource, uri, "resource"), {}, asked)
            return
    for template in file.templates:
        found = pattern(template.uri).fullmatch(uri)
        if found:
            offer = _resource(template, uri, "resource_template")
            yield from replies.answer(offer, found.groupdict(), asked)
            return
    code = {} if asked.modern else {"code": NOT_FOUND}
    yield asked.refuse("Resource not found", "resources/read", data={"uri": uri}, **code)


def get(asked: Asked, file: FakeFile, replies: Replies) -> Iterator[Effect]:
    """What getting a prompt brings about."""
    params = asked.message.params
    name, arguments = params.get("name"), params.get("arguments", {})
    prompt = next((prompt for prompt in file.prompts if prompt.name == name), None)
    if prompt is None or not isinstance(arguments, dict):
        words = f"Unknown prompt: {name}" if prompt is None else '"arguments" is not an object'
        yield asked.refuse(words, "prompts/get")
        return
    missing = [argument for argument in prompt.required if argument not in arguments]
    if missing:
        yield asked.refuse(f"missing arguments: {', '.join(missing)}", "prompts/get")
        return
    yield from replies.answer(_prompt(prompt), arguments, asked)


@lru_cache(maxsize=256)
def pattern(template: str) -> re.Pattern[str]:
    """The URIs that fit a template: `{name}` is a part without a slash, `{+name}` any text."""
    parts, at = [], 0
    for place in _VARIABLE.finditer(template):
        parts += [re.escape(template[at : place.start()])]
        again = f"(?P<{place[2]}>" in "".join(parts)
        parts += [
            f"(?P={place[2]})" if again else f"(?P<{place[2]}>{'.+' if place[1] else '[^/]+'})"
        ]
        at = place.end()
    return re.compile("".join([*parts, re.escape(template[at:])]), re.DOTALL)


def _resource(resource: Resource, uri: str, word: str) -> Offer:
    made = partial(_contents, uri, resource.mime)
    path = f"{word}.{resource.uri}"
    return Offer(name=resource.uri, path=path, replies=resource.replies, made=made)


def _contents(
    uri: str,
    mime: str | None,
    answer: str,
    value: Any,  # noqa: ANN401 # as in the file
    _is_error: bool,  # noqa: FBT001 # what is read has no such mark
) -> Mapping[str, Any]:
    if answer == "content":
        return {"contents": value}
    kind = {} if mime is None else {"mimeType": mime}
    return {"contents": [{"uri": uri, **kind, answer: value}]}


def _prompt(prompt: Prompt) -> Offer:
    path = f"prompt.{prompt.name}"
    return Offer(name=prompt.name, path=path, replies=prompt.replies, made=_messages)


def _messages(answer: str, value: Any, _is_error: bool) -> Mapping[str, Any]:  # noqa: ANN401, FBT001 # as above
    if answer == "content":
        return {"messages": value}
    return {"messages": [{"role": "user", "content": text_block(value)}]}
