"""Whether the arguments of a call fit the input schema of its tool.

This module imports jsonschema, so the core imports it at the first call that needs it.
"""

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError
from jsonschema.protocols import Validator
from jsonschema.validators import validator_for
from referencing.jsonschema import EMPTY_REGISTRY

from skillctl.policy.patterns import repeats_a_choice

MAX_LINES = 5
SHOWN = 60
_COMPILED = "pyo3_runtime"  # what a compiled part of the validator raises at the end of the stack
_ENDLESS = "it refers to itself without an end"


class NotJudged(Exception):
    """The schema cannot be used to judge arguments; says why."""


class Judge:
    """The validator of one tool; references are resolved in its schema, never over a network."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self._schema = dict(schema)
        self._validator: Validator | None = None

    def misfits(self, arguments: Mapping[str, Any]) -> list[str]:
        """At most five lines about what does not fit; raises NotJudged."""
        try:
            found = islice(self._made().iter_errors(arguments), MAX_LINES)
            return [f"{error.json_path}: {error.message}" for error in found]
        except NotJudged:
            raise
        except SchemaError as error:
            raise NotJudged(f"{error.json_path}: {error.message}") from None
        except RecursionError:
            raise NotJudged(_ENDLESS) from None
        except Exception as error:  # noqa: BLE001 # a broken schema makes a validator raise anything
            raise NotJudged(str(error)) from None
        except BaseException as error:
            if type(error).__module__ != _COMPILED:
                raise
            raise NotJudged(_ENDLESS) from None

    def _made(self) -> Validator:
        if self._validator is None:
            kind = validator_for(self._schema, default=Draft202012Validator)
            kind.check_schema(self._schema)
            endless = next(filter(repeats_a_choice, _patterns(self._schema)), None)
            if endless is not None:
                raise NotJudged(f"the pattern {endless[:SHOWN]!r} could take for ever")
            self._validator = kind(self._schema, registry=EMPTY_REGISTRY)
        return self._validator


def _patterns(schema: object) -> Iterator[str]:
    """Whatever in a schema may be tried as a regular expression."""
    waiting = [schema]
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, dict):
            pattern, properties = inner.get("pattern"), inner.get("patternProperties")
            yield from [pattern] if isinstance(pattern, str) else []
            yield from properties if isinstance(properties, dict) else []
            waiting += inner.values()
        elif isinstance(inner, list):
            waiting += inner


@lru_cache(maxsize=64)
def judge(schema: str) -> Judge:
    """The validator of a schema that is given as JSON, kept for the next call."""
    return Judge(json.loads(schema))
