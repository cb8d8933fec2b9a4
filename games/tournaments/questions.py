"""Show a position to all: everyone answers with a move, and then the answers are shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from games.engine import Board, InvalidVariant, Variant, write_moves
from games.models import Player
from games.play import limits, services
from games.play.errors import NoSuchPosition
from games.presentation.description import describe
from games.presentation.sides import side
from games.study.lessons.catalogue import LESSONS
from games.study.puzzles import services as puzzles
from games.study.reviews.models import Review
from games.study.reviews.moves import moves_of
from games.tournaments import answers, errors, matches
from games.tournaments.models import Entrant, Tournament, TournamentQuestion

QUESTIONS = limits.register(_("positions shown to all"), person=["20/minute"])
OWN, PUZZLES = "own-games", "puzzles"
SOURCES = {
    **{lesson.slug: lesson.name for lesson in LESSONS},
    PUZZLES: _("Puzzles"),
    OWN: _("Your games"),
}
SHOWN, GAMES = 12, 10  # positions at once, and the newest games of which they are


def ask(tournament: Tournament, board: str, moves: str) -> None:
    """``board`` is the code of a variant, ``moves`` are written as in addresses."""
    try:
        variant = Variant.parse(board)
    except InvalidVariant:
        raise NoSuchPosition from None
    cells = services.read_opening(moves, variant)
    with transaction.atomic():
        close(tournament)
        TournamentQuestion.objects.create(
            tournament=tournament, variant_code=str(variant), moves=cells
        )


def show_on(tournament: Tournament) -> None:
    """Show the answers, after that move by move what happens."""
    question = tournament.asked
    if question is None:
        raise errors.NothingAsked
    question.step = 0 if question.step is None else question.step + 1
    question.save(update_fields=["step"])
    tournament.note_change()


@transaction.atomic
def close(tournament: Tournament) -> None:
    tournament.lock()
    TournamentQuestion.objects.filter(tournament=tournament).delete()
    tournament.entrants.exclude(answer=None).update(answer=None)
    tournament.note_change()
    matches.pair_soon(tournament.pk)


def answer(entrant: Entrant, cell: int) -> None:
    """The first answer counts."""
    question = entrant.tournament.asked
    if question is None or question.step is not None or entrant.state == Entrant.State.OUT:
        raise errors.NothingAsked
    if cell not in question.board.legal_moves():
        raise NoSuchPosition
    Entrant.objects.filter(pk=entrant.pk, answer=None).update(answer=cell)


def asked(tournament: Tournament, entrant: Entrant | None = None) -> dict[str, Any] | None:
    """Return what the pages show of the question; ``own`` is the cell of who looks."""
    question = tournament.asked
    if question is None:
        return None
    board, own = question.board, entrant.answer if entrant else None
    given = tournament.entrants.values_list("answer", flat=True)
    counts = Counter(cell for cell in given if cell is not None)
    shared = {
        "is_shown": question.step is not None,
        "own": own,
        "count": counts.total(),
        "turn": board.turn,
        **position_context(board, question.moves),
    }
    if question.step is not None:
        answered = (board, question.moves, counts)
        explained = partial(answers.explained, *answered, question.step)
        return {**shared, **answers.shown(*answered), "explained": explained}
    drawing = describe(board, question.moves, seen_by=board.turn.value if own is None else "")
    return {**shared, "drawing": drawing.noted({} if own is None else {own: {"is_tried": True}})}


# Which may be shown: positions of lessons, of puzzles, of the host's own games


def positions(source: str, host: Player | None) -> list[dict[str, Any]]:
    return [position_context(*each) for each in islice(_positions(source, host), SHOWN)]


def position_context(board: Board, moves: Sequence[int]) -> dict[str, Any]:
    """Return what shows a position, and the fields of a form that shows it to all."""
    return {
        "drawing": describe(board, moves),
        "mover": side(board.turn, board.variant),
        "board": str(board.variant),
        "moves": write_moves(moves, board.variant),
    }


def _positions(source: str, host: Player | None) -> Iterator[tuple[Board, Sequence[int]]]:
    if source == OWN:
        yield from _of_games(host)
    elif source == PUZZLES:
        yield from ((each.board, each.moves) for each in puzzles.choose("", "", None, SHOWN))
    for question in next((each.questions for each in LESSONS if each.slug == source), ()):
        if question.mark is question.board.turn:  # or the same move is asked for again
            yield question.board, question.moves


def _of_games(host: Player | None) -> Iterator[tuple[Board, Sequence[int]]]:
    own = Q(game__x=host) | Q(game__o=host)
    reviews = Review.objects.filter(own, is_complete=True).select_related("game")
    for review in reviews.order_by("-game__finished_at")[:GAMES]:
        for move in moves_of(review):
            if move.can_be_tried:
                yield move.board, review.game.record[: move.board.ply]
