from __future__ import annotations

from games.tournaments.scoring import Place, ScoredGame, Standing, places, standings


def test_a_win_is_worth_three_points_a_draw_one_and_a_game_without_anybody_none():
    results = [
        ScoredGame(1, 2, 1),
        ScoredGame(2, 3, None),
        ScoredGame(3, 1, None, nobody_came=True),
    ]
    assert standings([1, 2, 3], results) == [
        Standing(1, 3, 1),
        Standing(2, 1, 0),
        Standing(3, 1, 0),
    ]


def test_places_go_by_points_then_wins_then_the_games_between_them():
    table = [Standing(1, 6, 1), Standing(2, 6, 2), Standing(3, 9, 3), Standing(4, 6, 2)]
    assert places(table, [ScoredGame(2, 4, 4), ScoredGame(1, 2, 2)]) == {
        3: Place(1, False),
        4: Place(2, False),
        2: Place(3, False),
        1: Place(4, False),
    }


def test_who_is_equal_in_all_shares_a_place():
    table = [Standing(1, 3, 1), Standing(2, 3, 1), Standing(3, 0, 0)]
    assert places(table, []) == {1: Place(1, True), 2: Place(1, True), 3: Place(3, False)}
