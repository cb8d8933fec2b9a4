"""The base of the commands that answer questions about a board."""

from __future__ import annotations

import os
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine import (
    GameFile,
    IllegalMove,
    ImpossiblePosition,
    InvalidCellName,
    InvalidGameFile,
    InvalidVariant,
    TooManyPositions,
    Variant,
    read_game,
    read_variant,
)
from games.engine.game_file import MAX_LENGTH
from games.ops import program
from games.study.puzzles.book import UnusablePuzzles

STDIN = "-"  # as the name of a file
# Exit status for wrong usage, by convention.
WRONG_INPUT = 2
# Exit status after Ctrl-C, by convention: 128 plus the number of SIGINT.
INTERRUPTED = 130


class WrongInput(ValueError):
    """The input cannot be used; the message is a sentence that says why."""


# Errors whose message the command prints when it refuses a call.
REFUSED = (
    WrongInput,
    InvalidVariant,
    InvalidCellName,
    InvalidGameFile,
    ImpossiblePosition,
    IllegalMove,
    TooManyPositions,
    UnusablePuzzles,
)


class QuestionCommand(BaseCommand):
    """A command that answers on standard output, or exits with status 2 and one sentence."""

    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--board",
            default="classic",
            help="width x height x run, then +drop or +misere, such as 7x6x4+drop; or a name",
        )

    def create_parser(self, *args: Any, **kwargs: Any) -> CommandParser:
        parser = super().create_parser(*args, **kwargs)
        if parser.called_from_command_line:
            parser.error = self._refuse_call  # type: ignore[method-assign]
        return parser

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self.answer(read_variant(options["board"]), options)
            sys.stdout.flush()
        except REFUSED as error:
            self.refuse(error)
        except KeyboardInterrupt:
            sys.exit(INTERRUPTED)
        except BrokenPipeError:
            # The reader, such as ``head``, has closed the pipe. Without this, Python would try to
            # flush the rest at exit and fail again.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    def answer(self, variant: Variant, options: dict[str, Any]) -> None:
        """Write the answer to standard output.

        :raises WrongInput: if the options make no sense.
        """
        raise NotImplementedError

    def _refuse_call(self, message: str) -> NoReturn:
        self.refuse(f"{message[0].upper()}{message[1:]}; --help says what there is.")

    def refuse(self, error: object) -> NoReturn:
        self.stderr.write(str(error))
        sys.exit(WRONG_INPUT)


def read_game_file(path: str) -> GameFile:
    """Read a game from a file, or from standard input if the path is ``-``.

    :raises WrongInput: if the file cannot be read.
    :raises InvalidGameFile: if it holds no game.
    """
    try:
        with nullcontext(sys.stdin) if path == STDIN else open(path, encoding="utf-8") as file:
            # One more than a game may have, so that an endless input ends.
            return read_game(file.read(MAX_LENGTH + 1))
    except OSError as error:
        raise WrongInput(f"Cannot read {path}: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise WrongInput("What was read is no text.") from None


def folder_to_write(named: str | None, of_a_checkout: Path) -> Path:
    """Return the named folder, else that of a checkout.

    :raises CommandError: in an installed program, whose own files stay as they are.
    """
    if named or program.IS_CHECKOUT:
        return Path(named or of_a_checkout)
    reason = "An installed program leaves its own files as they are: name a folder with --folder."
    raise CommandError(reason, returncode=WRONG_INPUT)


def whole_number(text: str, name: str, *, least: int = 0) -> int:
    """Read the value of an option; ``name`` is the subject of the error message.

    :raises WrongInput: if it is no whole number, or below ``least``.
    """
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and int(text) >= least):
        raise WrongInput(f"{name} must be a whole number, {least} or more.")
    return int(text)


def time_limit(text: str) -> float:
    """Read a time limit in seconds.

    :raises WrongInput: if it is no number above 0.
    """
    try:
        limit = float(text)
    except ValueError:
        limit = 0
    if not 0 < limit < 1e9:
        raise WrongInput("The time limit must be a number of seconds above 0.")
    return limit
