"""The formats of a report by name; a format's module is imported when it is used."""

from collections.abc import Callable
from importlib import import_module

from skillctl.findings import Report

Format = Callable[[Report], str]


def _from_module(name: str) -> Format:
    def render(report: Report) -> str:
        text: str = import_module(f"skillctl.report.{name}").render(report)
        return text

    return render


FORMATS: dict[str, Format] = {
    "text": _from_module("text"),
    "json": _from_module("json_text"),
    "sarif": _from_module("sarif"),
    "github": _from_module("github"),
    "junit": _from_module("junit"),
}
