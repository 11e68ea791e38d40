"""Checking config files: their documents, their rules, and the secrets no output may show."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from skillctl.findings import Case, Finding, Skipped
from skillctl.rules.comments import HASH, SLASHES, Comments, comments_in, judged, silenced
from skillctl.rules.config import (
    codex,
    danger,
    fields,
    file,
    names,
    paths,
    references,
    roots,
    same_name,
    secrets,
    servers,
    shells,
    transport,
    user,
    variables,
)
from skillctl.rules.config.dialects import hosts_of, strictest
from skillctl.rules.config.masks import hidden_spans
from skillctl.rules.config.user import UserConfig
from skillctl.rules.config.variables import EnvConfig
from skillctl.rules.engine import Checker
from skillctl.rules.find.found import Record, Target
from skillctl.rules.find.paths import is_itself
from skillctl.rules.finding import About
from skillctl.rules.rule import Rule
from skillctl.servers.document import ConfigDocument, parse_config, read_config_document
from skillctl.servers.hosts.find import host_of_any
from skillctl.servers.hosts.model import Host, Text
from skillctl.source.file import SourceFile, decode

NO_CONFIG = "not a server config"
RULES: tuple[Rule[ConfigDocument], ...] = (
    *file.RULES,
    *names.RULES,
    *roots.RULES,
    *references.RULES,
    *servers.RULES,
    *transport.RULES,
    *fields.RULES,
    *codex.RULES,
    *variables.RULES,
    *paths.RULES,
    *shells.RULES,
    *danger.RULES,
    *secrets.RULES,
)


def check(checker: Checker, targets: Sequence[Target]) -> Iterator[Case | Skipped]:
    """Read and check one file after the other; no document is kept."""
    for target in targets:
        path = Path(target.path)
        hosts = hosts_of(target, checker.terms.targets)
        documents = [read_config_document(path, target.shown, host) for host in hosts]
        yield _check(checker, documents, target)


def check_text(checker: Checker, target: Target, data: bytes) -> Case | Skipped:
    """Check a text as the config of that name; under a name no host reads, as a generic one."""
    hosts = hosts_of(target, checker.terms.targets)
    documents = [document_of(Path(target.path), target.shown, data, host) for host in hosts]
    return _check(checker, documents, target)


def check_together(checker: Checker, targets: Sequence[Target]) -> Iterator[Case]:
    """Compare the configs of one project; each is read again."""
    by_path = {target.path: target for target in targets}
    documents = [
        read_config_document(Path(target.path), target.shown, host)
        for target in targets
        for host in hosts_of(target, checker.terms.targets)[:1]
    ]
    for rivals in same_name.compared(documents):
        target = by_path[str(rivals.document.path)]
        about = _about(rivals.document, target)
        found = list(checker.run(same_name.RULES, rivals, about))
        comments = _comments(rivals.document)
        silent = silenced(checker, about, found, comments)
        yield checker.case(about, found, target.path, silent)


check_bytes = check_text  # the folder of a config plays no part


def document_of(path: Path, shown: str, data: bytes, host: Host | None = None) -> ConfigDocument:
    """Make the document of what stands, or is to stand, at a path."""
    read, host = decode(shown, data), host or host_of_any(path)
    if isinstance(read, SourceFile):
        return parse_config(read, path, host)
    return ConfigDocument(path=path, shown=shown, host=host, failure=read)


def _check(checker: Checker, documents: Sequence[ConfigDocument], target: Target) -> Case | Skipped:
    """Check a file by the dialect of each host that is to judge it; the strictest counts."""
    if not documents:
        return Skipped(target.shown, f"not read by {', '.join(checker.terms.targets)}")
    platform = checker.terms.platform
    meant = [replace(one, platform=platform) for one in documents if one.is_config]
    if not meant:
        return Skipped(target.shown, NO_CONFIG)
    abouts = [_about(document, target) for document in meant]
    pairs = zip(meant, abouts, strict=True)
    results = [_found(checker, document, about) for document, about in pairs]
    key = same_name.key_of(meant[0])
    if key:
        checker.records.append(Record("configs", key, target))
    comments = _comments(meant[0])
    return judged(checker, abouts[0], strictest(results), target.path, comments)


def _comments(document: ConfigDocument) -> Comments:
    """How comments are written in a config; strict JSON has none."""
    marks = {Text.TOML: HASH, Text.JSONC: SLASHES}
    read = comments_in(marks.get(document.host.text, ""), lambda _: document.root)
    return Comments(read, RULES, (*same_name.RULES, *variables.ENV_RULES, *user.RULES))


def _found(checker: Checker, document: ConfigDocument, about: About) -> list[Finding]:
    """What the rules find; variables and the user's servers count only if they are given."""
    found = list(checker.run(RULES, document, about))
    if checker.terms.environment is not None:
        checked = EnvConfig(document, checker.terms.environment)
        found += checker.run(variables.ENV_RULES, checked, about)
    if checker.terms.users:
        found += checker.run(user.RULES, UserConfig(document, checker.terms.users), about)
    return found


def _about(document: ConfigDocument, target: Target) -> About:
    secret = (one.span for one in secrets.config_secrets(document))
    return About(
        kind=document.host.kind.value,
        name=target.shown,
        path=target.shown,
        source=document.source,
        secrets=hidden_spans(document, secret),
        quoted=is_itself(document.path),
    )
