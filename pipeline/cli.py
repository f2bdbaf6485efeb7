"""The command ``pokerstats``."""

import importlib
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from importlib.util import find_spec
from typing import Annotated

import typer

from pokerstats.pipeline.errors import PokerstatsError

COMMANDS = ("ingest", "stats", "audit", "sql", "hands", "show", "report", "formats", "equity")

app = typer.Typer(
    name="pokerstats",
    help="Every hand-history log into one open database: replayed, re-scored, audited.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"pokerstats {version('pokerstats')}")
        raise typer.Exit


@app.callback()
def _pokerstats(
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    pass


for _name in COMMANDS:
    if find_spec(f"pokerstats.pipeline.commands.{_name}"):
        importlib.import_module(f"pokerstats.pipeline.commands.{_name}").register(app)


def main(args: Sequence[str] | None = None) -> int:
    """Run one command; the exit code: 0 fine, 1 findings or refused hands, 2 wrong usage, 3 unreadable data."""
    try:
        code = app(args=args, standalone_mode=False)
        sys.stdout.flush()
    except PokerstatsError as error:
        return _fail(str(error), error.exit_code)
    except typer.TyperException as error:
        return _fail(error.format_message(), error.exit_code)
    except (KeyboardInterrupt, typer.Abort):
        return _fail("interrupted; what is complete is stored", 130)
    except BrokenPipeError:
        # the reader went away: nothing is left to say, and the interpreter must not flush into the closed pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    return code if isinstance(code, int) else 0


def _fail(message: str, code: int) -> int:
    if message:  # without arguments the help was the answer
        print(f"pokerstats: {' '.join(message.split())}", file=sys.stderr)
    return code
