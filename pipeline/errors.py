"""Everything pokerstats refuses, by what the user has to do next.

PokerstatsError         the root: shown as one line on stderr, never as a traceback
├── UsageError          the command was called in a way that cannot work (exit 2)
└── UnreadableError     a file, database or definition cannot be read at all (exit 3)
"""


class PokerstatsError(Exception):
    """Root of all errors a user may see; the message is one line: lower case, the value as written, the way out."""

    exit_code = 1


class UsageError(PokerstatsError):
    """The command was called in a way that cannot work."""

    exit_code = 2


class UnreadableError(PokerstatsError):
    """A file, database or definition cannot be read at all."""

    exit_code = 3
