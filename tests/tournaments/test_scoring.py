from games.models import Game
from games.tournaments.models import Entrant
from games.tournaments.scoring import GameResult, Place, places, totals

LINE = Game.Reason.LINE


def test_a_win_is_worth_three_points_a_draw_one_and_a_game_without_anybody_none():
    results = [
        GameResult(1, 2, "X", LINE),
        GameResult(2, 3, "", Game.Reason.FULL),
        GameResult(3, 1, "", Game.Reason.LEFT),
    ]
    points, wins = totals(results)
    assert [(points[id], wins[id]) for id in (1, 2, 3)] == [(3, 1), (1, 0), (1, 0)]


def placed(scores: list[tuple[int, int]], *results: GameResult) -> dict[int, Place]:
    people = [
        Entrant(pk=id, player_id=id, points=points, wins=wins)
        for id, (points, wins) in enumerate(scores, 1)
    ]
    return {each.pk: place for each, place in places(people, results).items()}


def test_places_go_by_points_then_wins_then_the_games_between_them():
    between, other = GameResult(2, 4, "O", LINE), GameResult(1, 2, "O", LINE)
    assert list(placed([(6, 1), (6, 2), (9, 3), (6, 2)], between, other).items()) == [
        (3, Place(1, False)),
        (4, Place(2, False)),
        (2, Place(3, False)),
        (1, Place(4, False)),
    ]


def test_who_is_equal_in_all_shares_a_place():
    shared = Place(1, True)
    assert placed([(3, 1), (3, 1), (0, 0)]) == {1: shared, 2: shared, 3: Place(3, False)}
