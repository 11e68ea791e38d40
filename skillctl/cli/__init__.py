"""Words in, words out, exit codes: the only floor that knows the terminal and the environment."""
