"""`skillctl session`: what happened in runs (agent.md section 10)."""

import typer

from skillctl.agent.session import Session
from skillctl.cli import options, run_options
from skillctl.cli.exact import put
from skillctl.cli.ground import terminal_width
from skillctl.cli.notice import say
from skillctl.cli.options import Format
from skillctl.cli.surroundings import surroundings
from skillctl.errors import SkillctlError

session_app = typer.Typer(no_args_is_help=True, help="Show what happened in a run.")


@session_app.command("list")
def list_sessions(style: options.Style = Format.TEXT) -> int:
    """List the sessions, the oldest first."""
    from skillctl.agent.session_list import as_json, as_text, summaries

    here = surroundings()
    found = summaries(here.state_dir / "sessions")
    as_table = style is Format.TEXT
    put(as_text(found, here.home, terminal_width()) if as_table else as_json(found))
    return 0


@session_app.command("show")
def show_session(
    name: run_options.Id,
    *,
    request: run_options.Request = None,
    body: run_options.Body = False,
    style: options.Style = Format.TEXT,
) -> int:
    """Show a session, one request of it, or exactly the bytes that were sent."""
    from skillctl.agent.session import read_session, session_path
    from skillctl.agent.session_text import as_json, render_session

    session = read_session(session_path(surroundings().state_dir / "sessions", name))
    say(session.notices)
    if body:
        return _show_body(session, request)
    as_text = style is Format.TEXT
    put(render_session(session, request) if as_text else as_json(session, request))
    return 0


def _show_body(session: Session, request: int | None) -> int:
    """Print a body; one that held a secret cannot be made again, and exits with 1."""
    from skillctl.agent.session import render_request

    if request is None:
        count = sum(1 for _ in session.of("request"))
        words = f"session {session.id} has {count}, the first is 1"
        raise SkillctlError("--body needs --request N: which request", hint=words)
    rendered = render_request(session, request)
    put(rendered.body.decode())
    if rendered.exact:
        return 0
    redacted = ", ".join(rendered.redacted) or "nothing that we can name"
    say([f"these are not the bytes that were sent: they hold {redacted}"])
    return 1
