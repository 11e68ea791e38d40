"""The definition of one tool as a server lists it, and what is wrong with it."""
