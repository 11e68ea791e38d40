"""A judge of schemas that is not ours: jsonschema, with `nullable` read as "or null"."""

from jsonschema import Draft4Validator, Draft7Validator, Draft202012Validator
from jsonschema.validators import extend
from referencing import Registry


def _or_null(keyword):
    def judged(validator, wanted, value, schema):
        if value is None and schema.get("nullable") is True:
            return
        yield from keyword(validator, wanted, value, schema) or ()

    return judged


def _nullable(draft):
    return extend(draft, {name: _or_null(word) for name, word in draft.VALIDATORS.items()})


NEWEST, SEVENTH, FOURTH = map(_nullable, (Draft202012Validator, Draft7Validator, Draft4Validator))


def fits(schema, value, draft=NEWEST):
    """Whether a value is valid; nothing is fetched."""
    return draft(schema, registry=Registry()).is_valid(value)
