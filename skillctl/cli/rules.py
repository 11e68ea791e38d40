"""`skillctl rules` (lint.md section 1.7)."""

import sys
from typing import Annotated

import typer

from skillctl.cli import options
from skillctl.cli.options import Format

rules_app = typer.Typer(add_completion=False)


@rules_app.command()
def rules(
    codes: Annotated[
        list[str] | None, typer.Argument(metavar="[CODE|NAME|PREFIX]...", help="Which rules.")
    ] = None,
    *,
    style: options.Style = Format.TEXT,
) -> int:
    """Show the rules of lint and what other commands report, or explain those that are named."""
    from skillctl.rules import reference
    from skillctl.rules.others import ALL_OTHERS
    from skillctl.rules.registry import ALL_RULES
    from skillctl.rules.selection import prefixes_of

    entries: tuple[reference.Entry, ...] = (*ALL_RULES, *ALL_OTHERS)
    words = codes or ["ALL"]
    begun = tuple(code for word in words for code in prefixes_of(word, lambda: entries))
    chosen = [one for one in entries if one.code.startswith(begun)]
    whole = set(words) <= {word for one in entries for word in (one.code, one.name)}
    if style is Format.JSON:
        text = reference.as_json(chosen)
    elif whole or len(chosen) == len(codes or ()):
        text = "\n".join(map(reference.explanation, chosen))
    else:
        text = reference.table(chosen)
    sys.stdout.write(text)
    return 0
