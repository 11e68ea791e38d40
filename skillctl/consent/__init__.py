"""Consent: per item, by content, kept outside of the repository."""
