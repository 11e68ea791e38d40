"""MC009: the config files that a plugin's manifest names."""

from collections.abc import Iterator

from skillctl.files import is_file, is_folder, real_path
from skillctl.findings import Severity
from skillctl.rules.rule import Rule, Violation, rule, span_of
from skillctl.servers.document import ConfigDocument
from skillctl.servers.entries import PathReference


@rule(
    "MC009",
    "path-reference",
    Severity.ERROR,
    message='"{path}" {what}',
    consequence="the servers of this file are missing in the plugin",
    advice="name a file inside the plugin, from its root: ./servers.json",
    targets=("claude-code",),
    example='{"name": "notes", "mcpServers": "./gone.json"}',
)
def path_reference(config: ConfigDocument) -> Iterator[Violation]:
    """A config file that a plugin's manifest names exists, and lies inside the plugin.

    The path counts from the root of the plugin, and only what is below it is installed: a file that
    is missing, or lies outside, also by a link, is missing for everyone else. The file itself is
    checked under its own name.
    """
    for reference in config.references:
        what = _trouble(reference)
        if what:
            yield Violation(
                span=span_of(reference.node),
                values={"path": reference.text, "what": what},
                field=reference.pointer,
            )


def _trouble(reference: PathReference) -> str:
    """What is wrong with a path, in words, or nothing."""
    path, folder = reference.path, reference.folder
    if folder is None or reference.is_address:
        return ""
    if path is None:
        return "is no path"
    if not path.is_relative_to(folder):
        return "leads out of the plugin"
    if is_folder(path):
        return "is a folder, not a file"
    if not is_file(path):
        return "is missing from the plugin"
    inside = real_path(path).is_relative_to(real_path(folder))
    return "" if inside else "leads out of the plugin by a link"


RULES: tuple[Rule[ConfigDocument], ...] = (path_reference,)
