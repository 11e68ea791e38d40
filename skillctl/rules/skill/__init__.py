"""Rules about skills: their file, their fields, their text, and what surrounds them."""
