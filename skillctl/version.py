"""The version of skillctl, in its one place."""

VERSION = "0.1.0"
