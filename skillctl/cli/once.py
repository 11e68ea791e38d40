"""Commands that refuse an option given twice where only one of the two could count."""

from typing import Any

import typer
from typer.core import TyperCommand, TyperOption


class OnceCommand(TyperCommand):
    """A command that takes an option once, unless it is a list or a mere flag.

    The parser itself would keep the last of two and say nothing.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 # of the parser
        """Read the words; a question for help is answered whatever else they hold."""
        _, _, given = self.make_parser(ctx).parse_args(list(args))
        asked = [one for one in given if isinstance(one, TyperOption)]
        if not ctx.resilient_parsing and not any(one.is_eager for one in asked):
            _refuse_twice(ctx, asked)
        return super().parse_args(ctx, args)


def once(app: typer.Typer) -> typer.Typer:
    """The same app, with all of its commands of that kind."""
    for command in app.registered_commands:
        command.cls = OnceCommand
    return app


def _refuse_twice(ctx: Any, asked: list[TyperOption]) -> None:  # noqa: ANN401 # of the parser
    counting = [one for one in asked if not one.multiple and not one.is_flag]
    for number, one in enumerate(counting):
        if one in counting[:number]:
            ctx.fail(f"Option {max(one.opts, key=len)!r} is given twice; only one can count.")
