"""How rules declare a repair: quoting and inserting."""
