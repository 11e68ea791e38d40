"""Making the repairs that a rule offers, for the tests of their families."""


def mended(rule, document):
    """The text when every repair that a rule offers is made; None if it offers none."""
    repairs = [violation.repair for violation in rule.check(document)]
    new = [one for repair in repairs if repair for one in repair.replacements]
    if not new:
        return None
    text = document.source.text
    for (start, end), replacement in sorted(new, reverse=True):
        text = text[:start] + replacement + text[end:]
    return text
