from __future__ import annotations

import sys
from argparse import ArgumentTypeError
from collections.abc import Callable
from contextlib import nullcontext
from typing import NoReturn

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine import InvalidVariant, Variant, read_variant
from games.engine.game_file import GameFile, InvalidGameFile, read_games
from games.ops.program import DJANGO_OPTIONS, WRONG_INPUT

MAX_LENGTH = 200_000_000  # characters of a file, which may be an export of all games


class QuestionCommand(BaseCommand):
    suppressed_base_arguments = DJANGO_OPTIONS
    requires_system_checks = ()  # With them Django adds an option of its own.


def refuse(reason: str) -> NoReturn:
    raise CommandError(reason, returncode=WRONG_INPUT)


def add_board(parser: CommandParser) -> None:
    parser.add_argument(
        "--board",
        type=_variant,
        default="classic",
        help="width x height x run, then +drop, +nested, +shared or +misere, such as 7x6x4+drop; "
        "or a name, such as ultimate",
    )


def at_least(least: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if int(text) < least:
            raise ArgumentTypeError(f"must be {least} or more")
        return int(text)

    return number


def seconds(text: str) -> float:
    if not 0 < float(text) < 1e9:
        raise ArgumentTypeError("must be a number of seconds above 0")
    return float(text)


def game_files(path: str) -> list[GameFile]:
    try:
        with nullcontext(sys.stdin) if path == "-" else open(path, encoding="utf-8") as file:
            # So that an endless input ends.
            return read_games(file.read(MAX_LENGTH))
    except OSError as error:
        raise ArgumentTypeError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ArgumentTypeError("what was read is no text") from None
    except InvalidGameFile as error:
        raise ArgumentTypeError(str(error)) from None


def _variant(text: str) -> Variant:
    try:
        return read_variant(text)
    except InvalidVariant as error:
        raise ArgumentTypeError(str(error)) from None
