import re

import pytest
from django.template.loader import render_to_string

from games.engine import CLASSIC, Board, Mark, Variant, play_moves, read_moves
from games.engine.presets import BOARDS
from games.models import Game
from games.protocol import MoveReviewJSON, VerdictJSON
from games.study.reviews.analysis import Label
from games.study.reviews.models import Review
from games.study.reviews.moves import ReviewedMove, moves_of
from games.study.reviews.views import HEIGHT, accuracy, graph, judged

WIN, DRAW = ("win", 3), ("draw", None)
UNKNOWN = ("unknown", None)
BEFORE = {
    Label.KEPT_WIN: WIN,
    Label.SLIPPED: WIN,
    Label.KEPT_DRAW: DRAW,
    Label.LOST: DRAW,
    Label.LOSING: ("loss", 2),
}


def verdict(value: str, plies: int | None) -> VerdictJSON:
    return {"value": value, "plies": plies}


def reviewed(ply: int, label: Label, variant: Variant = CLASSIC, **fields) -> ReviewedMove:
    before = verdict(*BEFORE.get(label, UNKNOWN))
    review: MoveReviewJSON = {
        **{"cell": ply, "label": label, "before": before, "after": verdict(*UNKNOWN)},
        **{"better": [], "line": []},
        **fields,  # type: ignore[typeddict-item]
    }
    # The moves are made up, so their positions are as well.
    return ReviewedMove(Board(variant, sum(1 << cell for cell in range(ply))), review)


def said(template: str, **context) -> str:
    return " ".join(render_to_string(f"study/reviews/{template}.html", context).split())


def summary(moves: list[ReviewedMove], you: list[str], winner: str) -> str:
    context = {"review": Review(is_complete=True), "reviewed": moves, **judged(moves, you, winner)}
    return said("_summary", **context)


def game(*labels: str) -> list[ReviewedMove]:
    won = {"lost_win": Label.LOST, "missed": Label.UNKNOWN}
    kept = {"draw": Label.KEPT_DRAW, "win": Label.KEPT_WIN}
    return [
        reviewed(ply, won[label], before=verdict(*WIN))
        if label in won
        else reviewed(ply, kept.get(label) or Label(label))
        for ply, label in enumerate(labels)
    ]


def test_how_exact_both_sides_were_counts_what_is_proven_alone():
    moves = game("kept_draw", "lost", "kept_win", "losing", "slipped", "allowed", "unknown")
    assert [accuracy(moves, mark) for mark in Mark] == [(2, 3), (0, 1)]


FAULTLESS, LATE = "You made no mistake.", "move could have cost the game."
AWAY, OWN_AWAY = "Move {} gave the win away.", "Your {} move gave the win away."
LOST_BY_3 = "The game was lost by move 3. Which move lost it is not proven."
NOTHING = "Nothing is proven of this game."


def test_the_sentence_that_matters(subtests: pytest.Subtests):
    for labels, winner, to_x, to_o, to_others in [
        ("draw draw draw", "", FAULTLESS, FAULTLESS, "Nobody made a mistake."),
        (
            *("draw lost win losing", "X", FAULTLESS),
            *("Your 1st move lost the game.", "O lost the game on move 2."),
        ),
        (
            *("draw lost slipped draw", "", OWN_AWAY.format("2nd")),
            *(f"Your 1st {LATE}", AWAY.format(3)),
        ),
        (
            *("draw lost slipped lost slipped draw", ""),
            *(OWN_AWAY.format("3rd"), f"Your 2nd {LATE}"),
            AWAY.format(5),
        ),
        (
            *("draw lost lost_win win", "O", OWN_AWAY.format("2nd")),
            *(f"Your 1st {LATE}", AWAY.format(3)),
        ),
        (  # X has resigned.
            *("draw lost win", "O", FAULTLESS),
            *(f"Your 1st {LATE}", "Move 2 could have cost O the game."),
        ),
        ("unknown unknown losing", "O", LOST_BY_3, "No mistake is proven.", LOST_BY_3),
        (
            *("unknown allowed missed allowed win losing", "X", "X had a win in 2."),
            "Your 2nd move gave X a win.",
            "X had a win in 2.",
        ),
        (
            *("unknown unknown allowed missed", ""),
            "Your 2nd move gave O a win.",
            *("O had a win in 2.", "O had a win in 2."),
        ),
        ("unknown unknown", "X", NOTHING, NOTHING, NOTHING),
    ]:
        with subtests.test(labels=labels, winner=winner):
            moves = game(*labels.split())
            assert summary(moves, ["X"], winner) == to_x
            assert summary(moves, ["O"], winner) == to_o
            assert summary(moves, [], winner) == to_others
            assert summary(moves, ["X", "O"], winner) == to_others


def test_a_win_missed_at_once_is_counted_in_own_moves():
    missed = reviewed(4, Label.UNKNOWN, before=verdict("win", 1))
    moves = [*game("draw", "draw", "draw", "draw"), missed]
    assert summary(moves, ["X"], "") == "You could have won with your 3rd move."
    assert summary(moves, [], "") == "X could have won with move 5."


def test_what_a_move_led_to(subtests: pytest.Subtests):
    for label, after, words in [
        (Label.KEPT_WIN, ("win", 1), ""),
        (Label.KEPT_WIN, ("win", 3), "Now X wins with its next move."),
        (Label.KEPT_WIN, ("win", 7), "Now X wins in 3 of its moves."),
        (Label.KEPT_WIN, ("win", None), ""),
        (Label.KEPT_DRAW, DRAW, ""),
        (Label.LOST, ("loss", 2), "Now O wins with its next move."),
        (Label.LOST, ("loss", 1), ""),  # where a line loses
        (Label.ALLOWED, ("loss", 4), "Now O wins in 2 of its moves."),
        (Label.UNKNOWN, UNKNOWN, ""),
    ]:
        with subtests.test(label=label, after=after, words=words):
            assert reviewed(0, label, after=verdict(*after)).detail == words


def test_a_forced_win_is_told_with_the_moves_it_takes():
    line = {"line": [7, 8, 2, 1, 5]}
    missed = reviewed(1, Label.UNKNOWN, before=verdict("win", None), **line)
    assert missed.follow_words == "Instead of b3"
    assert (missed.sign, missed.brief) == ("?", "missed")
    allowed = reviewed(0, Label.ALLOWED, after=verdict("loss", None), line=[0, 7, 8, 3])
    assert allowed.detail == "Now O wins in 2 of its moves."
    assert allowed.follow_words == "How O forces the win"


def test_a_line_where_pieces_fall_begins_instead_of_the_move():
    variant = BOARDS["connect-four"].variant
    board = play_moves(Board(variant), read_moves("b1-d1-d2-e1-g1-d3", variant))
    line = [variant.cell_named(name) for name in ["d4", "b2", "d5", "b3", "e2", "e3"]]
    review = {"cell": 35, "label": Label.LOST, "before": verdict("win", 35), "better": line[:1]}
    move = ReviewedMove(board, {**review, "after": verdict("loss", 30), "line": line})  # type: ignore[typeddict-item]
    assert move.follow_words == "With d4 Yellow wins"
    assert move.step["follow"] == line
    assert (move.sign, move.brief) == ("??", "loses")


@pytest.mark.parametrize("label", ["good", "doubtful", "losing"])
def test_an_older_review_has_no_verdict_on_what_is_not_proven(label: str):
    after = verdict("loss", 2) if label == "losing" else verdict(*UNKNOWN)
    stored = {
        **{"cell": 0, "label": label, "before": verdict(*UNKNOWN), "after": after},
        **{"better": [4], "line": [4, 5, 6], "unproven": [3]},
    }
    game = Game(variant_code=str(CLASSIC), record=[0], ply=1)
    (read,) = moves_of(Review(game=game, moves=[stored], is_complete=True))
    assert read.label == (Label.ALLOWED if label == "losing" else Label.UNKNOWN)
    assert read.better == read.review["line"] == read.review["unproven"] == []


def test_where_a_win_was_lost_another_move_would_have_won():
    variant, fields = BOARDS["notakto"].variant, {"better": [4], "line": [4, 0, 5]}
    lost = reviewed(2, Label.LOST, variant, before=verdict(*WIN), **fields)
    assert said("_reason", point=lost) == "b2 would have won."
    words = "The centre would have won."
    assert said("_what_would_have_held", point=lost, place="The centre") == words
    drawn = reviewed(2, Label.LOST, BOARDS["4x4"].variant, better=[4], line=[4, 0, 5])
    assert said("_reason", point=drawn) == "Only a3 would have held."
    edge, corner = (reviewed(4, Label.LOST, cell=cell, better=[7]) for cell in (3, 0))
    assert said("_reason", point=edge) == "Only b1 would have held."
    assert said("_reason", point=corner) == "X took a corner; only an edge holds."
    assert said("_what_would_have_held", point=drawn, place="a3") == "a3 would have held it."
    for place, named in (("a3", "on a3"), ("Top left", "top left")):
        full = said("_what_would_have_held", point=drawn, place=place, is_last=True)
        assert full == f"One square earlier, {named}, you could have held it."


def test_the_graph_shows_what_is_proven_up_for_x_and_down_for_o():
    values = ("draw", "loss", "win", "unknown", "loss")
    moves = [reviewed(i, Label.UNKNOWN, after=verdict(v, None)) for i, v in enumerate(values)]
    drawn = graph(moves, 6, 2)
    points = drawn["points"]
    heights = [HEIGHT / 2 - point.y for point in points]
    assert [(h > 0) - (h < 0) for h in heights] == [0, 1, 1, 0, -1]
    assert [point.is_proven for point in points] == [True, True, True, False, True]
    assert points[1].x == drawn["at"]
    html = said("_graph", graph=drawn, drawing={"sides": {"X": "X", "O": "O"}})
    words = re.sub(r"<.*?>", " ", html).split("Who is proven to win:")[1]
    assert " ".join(words.split()) == (
        "Move 1: a draw. Moves 2 to 3: X. Move 5: O. X wins draw or unknown O wins"
    )
    # It steps: three level pieces are proven and one is not, and it rises or falls three times.
    assert drawn["path"].count("H") == 3
    assert drawn["path"].count("V") == 3
    assert drawn["unknown_path"].count("H") == 1
