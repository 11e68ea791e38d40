"""A step over one schema, made a step over all schemas inside it."""

from collections.abc import Callable

from skillctl.tools.dialects.changes import Changes
from skillctl.tools.positions import Schema, with_inner

Node = Callable[[Schema, str, Changes], Schema]
Step = Callable[[Schema, Changes], Schema]


def inside_out(change: Node) -> Step:
    """Change every object schema, the inner ones first."""

    def step(root: Schema, changes: Changes) -> Schema:
        def visit(value: object, path: str) -> object:
            if not isinstance(value, dict):
                return value
            return change(with_inner(value, path, visit), path, changes)

        return change(with_inner(root, "", visit), "", changes)

    return step


def outside_in(change: Node) -> Step:
    """Change every object schema, the outer ones first; what they become is then looked into."""

    def step(root: Schema, changes: Changes) -> Schema:
        def visit(value: object, path: str) -> object:
            if not isinstance(value, dict):
                return value
            return with_inner(change(value, path, changes), path, visit)

        return with_inner(change(root, "", changes), "", visit)

    return step


def without(node: Schema, *keys: str) -> Schema:
    """A copy without some keywords."""
    return {key: value for key, value in node.items() if key not in keys}
