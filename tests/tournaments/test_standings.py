import pytest

from games.models import Game, Player
from games.tournaments import standings
from games.tournaments.models import Entrant, Tournament
from games.tournaments.scoring import GameResult, Place
from games.tournaments.views import wall
from tests.tournaments.tournaments import started

LINE, BY_TIME = Game.Reason.LINE, Game.Reason.TIME


def table(*results: GameResult) -> standings.Table:
    people = [Entrant(pk=pk, name=name, player=Player(pk=pk)) for pk, name in enumerate("ABCD", 1)]
    return standings.Table(
        [standings.Row(each, Place(1, True), []) for each in people], list(results)
    )


def result(x: int, o: int, winner: str, plies: int, reason: str = LINE) -> GameResult:
    return GameResult(x, o, winner, reason, ply=plies)


def said(shown: standings.Table) -> list[tuple[str, str, int, str]]:
    return [
        (each.kind, "".join(map(str, each.entrants)), each.number, str(each.other or ""))
        for each in standings.moments(shown)
    ]


def test_each_moment_names_all_who_share_it():
    shown = table(
        result(1, 2, "", 9), result(3, 4, "O", 6), result(4, 3, "O", 6), result(2, 1, "O", 8)
    )
    assert said(shown) == [
        ("longest", "AB", 9, ""),
        ("quickest", "DC", 6, ""),
        ("O", "DCA", 1, ""),
    ]


def test_a_moment_that_nobody_earned_is_left_out():
    assert said(table()) == []
    assert said(table(result(1, 2, "O", 3, BY_TIME), result(1, 2, "", 0, Game.Reason.LEFT))) == [
        ("longest", "AB", 3, "")
    ]
    assert said(table(result(1, 2, "X", 5))) == [
        ("longest", "AB", 5, ""),
        ("quickest", "A", 5, "B"),
    ]


def test_the_sentence_of_the_wall_is_the_newest_win_on_a_board():
    assert standings.newest_win(table(result(1, 2, "", 9))) is None
    shown = table(result(1, 2, "X", 9), result(3, 4, "X", 4, BY_TIME))
    found = standings.newest_win(shown)
    assert (str(found["winner"]), str(found["loser"]), found["is_full"]) == ("A", "B", True)


def test_the_picture_of_the_podium_has_names_and_steps_and_an_animal_for_letters_it_lacks():
    people = [
        Entrant(name=name, points=9, player=Player(pk=pk)) for pk, name in enumerate("ABC", 1)
    ]
    people[1].name, people[1].player.avatar, people[2].name = "美咲", "cat", "<C>"
    places = Place(1, True), Place(1, True), Place(3, False)
    rows = [standings.Row(*each, []) for each in zip(people, places, strict=True)]
    drawn = wall.podium_svg(standings.Table(rows, [result(1, 2, "X", 5)]))
    for words in ("A and Cat win!", ">shared<", "&lt;C&gt;", "9 points"):
        assert words in drawn
    assert people[1].name == "美咲"


@pytest.mark.django_db
@pytest.mark.parametrize(("people", "is_kept"), [(2, False), (4, True)])
def test_a_table_of_many_is_counted_now_and_then_while_it_runs(people, is_kept, monkeypatch):
    monkeypatch.setattr(standings, "LARGE", 3)
    monkeypatch.setattr(standings, "LAG", 600)
    tournament = started(people)
    before = standings.table(tournament)
    tournament.note_change()
    assert (standings.table(tournament) is before) == is_kept
    tournament.status = Tournament.Status.OVER
    tournament.note_change()
    assert standings.table(tournament) is not before
