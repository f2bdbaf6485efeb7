"""The command ``pokerstats``."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from typing import Annotated

import duckdb
import typer

from pokerstats.pipeline.errors import PokerstatsError, UnreadableError

COMMANDS = (
    "ingest",
    "stats",
    "audit",
    "sql",
    "hands",
    "show",
    "report",
    "formats",
    "equity",
    "rules",
    "validate",
    "export",
    "simulate",
)
"""Each a module of ``commands``, in the order of the help."""

INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells have it."""


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"pokerstats {version('pokerstats')}")
        raise typer.Exit


def _pokerstats(
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    pass


def _app(args: Sequence[str]) -> typer.Typer:
    """The program with the command that is called; with all of them where none is, as for the help."""
    app = typer.Typer(
        name="pokerstats",
        help="Every hand-history log into one open database: replayed, re-scored, audited.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_pokerstats)
    if args[:1] == ["ingest"]:
        # its workers share the cores already; the library of columns reads this when it is loaded
        os.environ.setdefault("POLARS_MAX_THREADS", str(max(1, _cores() // 2)))
    # what the others need takes half a second to load
    for name in args[:1] if args and args[0] in COMMANDS else COMMANDS:
        import_module(f"pokerstats.pipeline.commands.{name}").register(app)
    return app


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def main(args: Sequence[str] | None = None) -> int:
    """Run one command; the exit code: 0 fine, 1 findings or refused hands, 2 wrong usage, 3 unreadable data."""
    try:
        args = sys.argv[1:] if args is None else args
        code = _app(args)(args=args, standalone_mode=False)
        sys.stdout.flush()
        return _fail("interrupted; what is complete is stored", INTERRUPTED) if code == INTERRUPTED else code or 0
    except PokerstatsError as error:
        return _fail(str(error), error.exit_code)
    except typer.TyperException as error:
        return _fail(error.format_message(), error.exit_code)
    except BrokenPipeError:
        # the reader went away: nothing is left to say, and the interpreter must not flush into the closed pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except (duckdb.Error, OSError) as error:  # a full disk, a damaged database, an archive that vanishes meanwhile
        return _fail(str(error), UnreadableError.exit_code)


def _fail(message: str, code: int) -> int:
    if message:  # without arguments the help was the answer
        print(f"pokerstats: {' '.join(message.split())}", file=sys.stderr)
    return code
