"""The one sentence of a review, and what is said of single moves."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import CLASSIC, Variant
from games.engine.presets import BOARDS
from games.protocol import MoveReviewJSON, VerdictJSON
from games.study.reviews import mistake_wording, wording
from games.study.reviews.analysis import Label
from games.study.reviews.graph import Graph
from games.study.reviews.wording import Reviewed

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


def reviewed(ply: int, label: Label, variant: Variant = CLASSIC, **fields: Any) -> Reviewed:
    before = verdict(*BEFORE.get(label, UNKNOWN))
    review: MoveReviewJSON = {
        **{"cell": ply, "label": label, "before": before, "after": verdict(*UNKNOWN)},
        **{"better": [], "line": []},
        **fields,  # type: ignore[typeddict-item]
    }
    return Reviewed(ply, review, variant)


def game(*labels: str) -> list[Reviewed]:
    won = {"lost_win": Label.LOST, "missed": Label.UNKNOWN}
    return [
        reviewed(ply, won[label], before=verdict(*WIN))
        if label in won
        else reviewed(ply, Label(label))
        for ply, label in enumerate(labels)
    ]


K = "kept_draw"


def test_the_sentence_that_matters(subtests: pytest.Subtests):
    for labels, winner, to_x, to_o, to_others in [
        ((K, K, K), "", "You made no mistake.", "You made no mistake.", "Nobody made a mistake."),
        (
            (K, "lost", "kept_win", "losing"),
            "X",
            "You made no mistake.",
            "You lost the game on move 2.",
            "O lost the game on move 2.",
        ),
        (
            (K, "lost", "slipped", K),
            "",
            "You missed a win on move 3.",
            "Move 2 could have cost you the game.",
            "X missed a win on move 3.",
        ),
        (
            (K, "lost", "slipped", "lost", "slipped", K),
            "",
            "You missed a win 2 times, last on move 5.",
            "Move 4 could have cost you the game.",
            "X missed a win on move 5.",
        ),
        (
            (K, "lost", "lost_win", "kept_win"),
            "O",
            "You missed a win on move 3.",
            "Move 2 could have cost you the game.",
            "X lost the game on move 3.",
        ),
        (
            (K, "lost", "kept_win"),
            "O",  # X has resigned
            "You made no mistake.",
            "Move 2 could have cost you the game.",
            "Move 2 could have cost O the game.",
        ),
        (
            ("unknown", "unknown", "losing"),
            "O",
            "The game was lost by move 3. Which move lost it is not proven.",
            "No mistake is proven.",
            "The game was lost by move 3. Which move lost it is not proven.",
        ),
        (
            ("unknown", "allowed", "missed", "allowed", "kept_win", "losing"),
            "X",
            "You missed a win on move 3.",
            f"After move 4 your opponent could force a win. {wording.SINCE}",
            f"After move 4 X could force a win. {wording.SINCE}",
        ),
        (
            ("unknown", "unknown", "allowed", "missed"),
            "",
            f"After move 3 your opponent could force a win. {wording.SINCE}",
            "You missed a win on move 4.",
            "O missed a win on move 4.",
        ),
        (
            ("unknown", "unknown"),
            "X",
            "Nothing is proven of this game.",
            "Nothing is proven of this game.",
            "Nothing is proven of this game.",
        ),
    ]:
        with subtests.test(labels=labels, winner=winner, to_x=to_x, to_o=to_o, to_others=to_others):
            moves = game(*labels)
            assert wording.summary(moves, ["X"], winner) == to_x
            assert wording.summary(moves, ["O"], winner) == to_o
            assert wording.summary(moves, [], winner) == to_others
            assert wording.summary(moves, ["X", "O"], winner) == to_others


def test_what_a_move_led_to(subtests: pytest.Subtests):
    for label, after, words in [
        (Label.KEPT_WIN, ("win", 1), "X has won."),
        (Label.KEPT_WIN, ("win", 3), "Now X wins in 1 move."),
        (Label.KEPT_WIN, ("win", 7), "Now X wins in 3 moves."),
        (Label.KEPT_WIN, ("win", None), "Now X can win."),
        (Label.KEPT_DRAW, DRAW, "It is still a draw."),
        (Label.SLIPPED, DRAW, "X could win in 2 moves. Now it is a draw."),
        (Label.LOST, ("loss", 2), "It was a draw. Now O wins in 1 move."),
        (Label.LOST, ("loss", 1), "It was a draw. O has won."),  # where a line loses
        (Label.LOSING, ("loss", 4), "Now O wins in 2 moves."),
        (Label.ALLOWED, ("loss", 4), "Now O wins in 2 moves."),
        (Label.UNKNOWN, UNKNOWN, ""),
    ]:
        with subtests.test(label=label, after=after, words=words):
            assert wording.detail(reviewed(0, label, after=verdict(*after))) == words


def test_a_win_whose_distance_is_not_known():
    move = reviewed(1, Label.SLIPPED, before=verdict("win", None), after=verdict(*DRAW))
    assert wording.detail(move) == "O could win. Now it is a draw."


def test_a_forced_win_is_told_with_the_moves_it_takes():
    line = {"line": [7, 8, 9, 10, 11]}
    missed = reviewed(1, Label.UNKNOWN, before=verdict("win", None), **line)
    assert wording.detail(missed) == "Here O could have forced a win in 3 moves."
    assert wording.follows(missed) == "What would have followed:"
    allowed = reviewed(0, Label.ALLOWED, after=verdict("loss", None), line=[0, 7, 8, 9])
    assert wording.detail(allowed) == "Now O wins in 2 moves."
    assert wording.follows(allowed) == "How O could force the win:"


@pytest.mark.parametrize("label", ["good", "doubtful", "losing"])
def test_an_older_review_has_no_verdict_on_what_is_not_proven(label: str):
    after = verdict("loss", 2) if label == "losing" else verdict(*UNKNOWN)
    stored: MoveReviewJSON = {
        **{"cell": 0, "label": label, "before": verdict(*UNKNOWN), "after": after},
        **{"better": [4], "line": [4, 5, 6], "unproven": [3]},
    }
    read = wording.proven(stored)
    assert read["label"] == (Label.ALLOWED if label == "losing" else Label.UNKNOWN)
    assert read["better"] == read["line"] == read["unproven"] == []


def test_the_review_says_how_far_it_has_come():
    assert wording.progress(2, 10, is_player=True) == "Checking your moves… 2 of 10"
    assert wording.progress(2, 10, is_player=False) == "Checking the moves… 2 of 10"


def test_where_a_win_was_lost_another_move_would_have_won():
    variant, fields = BOARDS["notakto"].variant, {"better": [4], "line": [4, 0, 5]}
    lost = reviewed(2, Label.LOST, variant, before=verdict(*WIN), **fields)
    assert wording.reason(lost, ["", "", ""]) == "Only b2 would have won."
    words = "On move 3 another place would have kept the win."
    assert mistake_wording.way_back(lost, is_last=True) == words
    drawn = reviewed(2, Label.LOST, BOARDS["4x4"].variant, better=[4], line=[4, 0, 5])
    assert wording.reason(drawn, ["", "", ""]) == "Only a3 would have held."


def test_many_better_moves_are_counted():
    assert wording.better(CLASSIC, []) == ""
    assert wording.better(CLASSIC, [0, 4]) == "Better: a3 or b2."
    assert wording.better(CLASSIC, [0, 1, 2, 3, 4]) == "Better: one of 5 marked moves."


def test_the_graph_shows_what_is_proven_up_for_x_and_down_for_o():
    values = ("draw", "loss", "win", "unknown", "loss")
    moves = [reviewed(i, Label.UNKNOWN, after=verdict(v, None)) for i, v in enumerate(values)]
    graph = Graph.of(CLASSIC, moves, moves=6, shown=2)
    heights = [graph.height / 2 - point.y for point in graph.points]
    assert [(h > 0) - (h < 0) for h in heights] == [0, 1, 1, 0, -1]
    assert [point.is_proven for point in graph.points] == [True, True, True, False, True]
    assert [name for _, name in graph.levels] == ["X wins", "draw or unknown", "O wins"]
    assert graph.points[1].x == graph.at
    assert graph.words == "Move 1: a draw. Moves 2 to 3: X. Move 5: O."
    # It steps: three level pieces are proven and one is not, and it rises or falls three times.
    assert graph.path.count("H") == 3
    assert graph.path.count("V") == 3
    assert graph.unknown_path.count("H") == 1


def test_a_long_game_is_a_line_without_points():
    moves = [reviewed(ply, Label.KEPT_DRAW) for ply in range(100)]
    assert not Graph.of(CLASSIC, moves, moves=100, shown=0).has_points


@pytest.mark.parametrize(
    ("board", "mover", "opponent"), [("connect-four", "Yellow", "Red"), ("gomoku", "Blue", "Red")]
)
def test_sides_with_coloured_pieces_are_called_by_their_colours(board, mover, opponent):
    variant = BOARDS[board].variant
    after = verdict("loss", None)
    move = reviewed(0, Label.LOST, variant, before=verdict(*WIN), after=after, line=[3, 4])
    assert wording.move(move) == f"{mover} {variant.cell_name(0)}: lost"
    assert wording.detail(move) == f"{mover} could win in 2 moves. Now {opponent} can win."


def test_how_exact_both_sides_were_counts_what_is_proven_alone():
    moves = game("kept_draw", "lost", "kept_win", "losing", "slipped", "allowed", "unknown")
    words = wording.accuracy(moves, CLASSIC)
    assert words == "Exact moves, of those that could be proven: X 2 of 3, O 0 of 1."
