"""Files as text with exact positions."""
