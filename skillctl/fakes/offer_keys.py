"""The keys of what a fake offers: tools, resources, templates of resources, prompts, raw lists."""

from collections.abc import Mapping

from skillctl.fakes.kinds import BASE64, OBJECTS
from skillctl.fakes.reply_keys import PROMPT_REPLY, READ_REPLY, REPLY
from skillctl.source.closed import Key

_DEFINITION = Key(kind="object", help="the whole definition, sent as it is, however wrong")
_TITLE = Key(help="title for people")
_ICONS = Key(own=OBJECTS, help="icons, sent as they are")
_META = Key(kind="object", help="_meta of the definition")
TOOL: Mapping[str, Key] = {
    "name": Key(help="name of the tool"),
    "title": _TITLE,
    "description": Key(help="description for the model"),
    "input_schema": Key(kind="object", help='JSON Schema of the arguments ({ type = "object" })'),
    "output_schema": Key(kind="object", help="JSON Schema of structuredContent"),
    "annotations": Key(kind="object", help="hints such as readOnlyHint"),
    "icons": _ICONS,
    "meta": _META,
    "definition": _DEFINITION,
    "hidden": Key(kind="boolean", help="not listed until an event lists it"),
    "reply": Key(kind="tables", keys=REPLY, help="answers; the first match answers"),
}
_READ: Mapping[str, Key] = {
    "name": Key(help="name of the resource (its URI)"),
    "title": _TITLE,
    "description": Key(help="description for people and models"),
    "mime": Key(help="MIME type of it and of its contents"),
    "annotations": Key(kind="object", help="hints such as audience and priority"),
    "icons": _ICONS,
    "meta": _META,
    "definition": _DEFINITION,
    "text": Key(help="what reading gives, a text; short for one reply"),
    "blob": Key(own=BASE64, help="what reading gives, bytes; short for one reply"),
    "reply": Key(kind="tables", keys=READ_REPLY, help="answers; the first match answers"),
}
RESOURCE: Mapping[str, Key] = {
    "uri": Key(help="URI of the resource"),
    **_READ,
    "size": Key(kind="integer", least=0, help="size in bytes, as it is listed"),
}
TEMPLATE: Mapping[str, Key] = {
    "uri_template": Key(
        help="URIs with {name} for a part without a slash, {+name} for any text: the arguments"
    ),
    **_READ,
}
ARGUMENT: Mapping[str, Key] = {
    "name": Key(required=True, help="name of the argument"),
    "title": _TITLE,
    "description": Key(help="description of the argument"),
    "required": Key(kind="boolean", help="whether it has to be given (false)"),
}
PROMPT: Mapping[str, Key] = {
    "name": Key(help="name of the prompt"),
    "title": _TITLE,
    "description": Key(help="description for people"),
    "arguments": Key(kind="tables", keys=ARGUMENT, help="arguments, in their order"),
    "icons": _ICONS,
    "meta": _META,
    "definition": _DEFINITION,
    "text": Key(help="what getting it gives, a message of the user; short for one reply"),
    "reply": Key(kind="tables", keys=PROMPT_REPLY, help="answers; the first match answers"),
}
RAW: Mapping[str, Key] = {
    "raw": Key(required=True, help="this line as it is, with the id in the place of {{id}}"),
}
LIST: Mapping[str, Key] = {
    name: Key(kind="table", keys=RAW, help=f"what every request {method} gets")
    for name, method in {
        "tools": "tools/list",
        "resources": "resources/list",
        "resource_templates": "resources/templates/list",
        "prompts": "prompts/list",
    }.items()
}
PARTS = (
    "title",
    "description",
    *("input_schema", "output_schema", "annotations", "icons", "meta"),
)
READ_PARTS = ("title", "description", "mime", "annotations", "size", "icons", "meta")
PROMPT_PARTS = ("title", "description", "arguments", "icons", "meta")
