"""All that is done to games, by one of two processes that run this in Django's shell."""

from __future__ import annotations

import json
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from random import Random

from django.contrib.auth.models import User
from django.test import Client

from games.ai.computer_players import MENACE
from games.engine import Mark
from games.models import Game, Player
from games.ops import database_outages
from games.people.friends.chat import send_message
from games.people.lobby.services import Terms, find_opponent, pair_waiting
from games.play import errors, limiters, services
from games.study.menace import services as menace

THREADS = 4  # of each process, each with a connection
PEOPLE = 10  # few, so that they meet in many games
LONG_AGO = "2000-01-01T00:00Z"
# How often what is tried, of a game that goes on or is over.
BY_STAFF = {"forget": 0.2, "forget_by_action": 0.2, "hide_name": 0.5, "close": 0.5, "delete": 0.5}
RARE = {
    "seek": 5.0,
    "first_move_missed": 2.0,
    "rename": 2.0,
    "change_device": 2.0,
    "start_afresh": 0.3,
    **BY_STAFF,
}
PLAYING = {
    "move": 80.0,
    "undo": 8.0,
    "decline": 2.0,
    "draw": 2.0,
    "resign": 4.0,
    "claim": 2.0,
    "say": 4.0,
}
OVER = {"rematch": 60.0, "say": 5.0}


def prepare(games: int) -> None:
    User.objects.create_superuser("staff")
    for number in range(PEOPLE):
        Player.objects.create(name=f"Person {number}")
    print(len([_new_game(Random(number)) for number in range(games)]))


def work(is_reversed: bool, seconds: float) -> None:
    ids, until = sorted(Game.objects.values_list("pk", flat=True)), time.monotonic() + seconds
    if is_reversed:
        ids.reverse()
    with ThreadPoolExecutor(THREADS) as pool:
        counts = pool.map(lambda seed: _work(ids[seed::THREADS], seed, until), range(THREADS))
        print(json.dumps(sum(counts, Counter())))


def _work(ids: list[str], seed: int, until: float) -> Counter[str]:
    counts, rng, staff = Counter[str](), Random(seed), Client()
    staff.force_login(User.objects.get())
    while time.monotonic() < until:
        for number, id in enumerate(ids):
            limiters.reset()
            game = Game.objects.with_players().filter(pk=id).first() or _new_game(rng)
            weights = {**(OVER if game.is_over else PLAYING), **RARE}
            name = rng.choices(list(weights), list(weights.values()))[0]
            following, what = _try(name, game, rng, staff)
            ids[number] = following.pk
            counts[what] += 1
    return counts


def _try(name: str, game: Game, rng: Random, staff: Client) -> tuple[Game, str]:
    change = _change_by_staff if name in BY_STAFF else _change
    try:
        return change(name, game, rng, staff) or game, name
    except errors.Refused as refusal:
        return game, f"{name}: {refusal.code}"
    except Exception as error:
        if not database_outages.is_transient(error):
            raise
        return game, f"{name}: {type(error.__cause__).__name__}"


def _change(name: str, game: Game, rng: Random, _: Client) -> Game | None:
    person, ply = _person(game), game.ply
    match name:
        case "move":
            cell, mover = rng.choice(game.board.legal_moves()), game.seat(game.turn)
            return services.play_move(game.pk, mover.pk, ply=ply, cell=cell)
        case "undo":
            return services.undo(game.pk, person.pk, ply=ply)
        case "decline":
            return services.decline(game.pk, person.pk, ply=ply)
        case "draw":
            return services.draw(game.pk, person.pk, ply=ply)
        case "resign":
            player = rng.choice([player for player in (game.x, game.o) if player])
            return services.resign(game.pk, player.pk)
        case "claim":
            Game.objects.filter(pk=game.pk).update(touched_at=LONG_AGO)  # nobody was seen since
            return services.claim(game.pk, person.pk, result=services.WIN)
        case "say":
            return send_message(game.pk, person.pk, text=":nice:")
        case "rematch":
            return services.rematch(game.pk, person.pk)
        case "seek":
            pair_waiting()
            found = find_opponent(person, Terms("3x3x3", any_board=rng.random() < 0.5))
            services.come(found, person.pk)
        case "first_move_missed":
            met = list(Game.objects.filter(seek__isnull=False).values_list("pk", flat=True))
            begun = Game.objects.filter(pk__in=met, status__in=["called", "playing"])
            begun.update(deadline_at=LONG_AGO)
            services.end_overdue_games()
        case "rename":
            services.rename_player(person, name=f"Person {rng.randrange(1000)}")
        case "change_device":
            services.accept_transfer(services.offer_transfer(person))
        case "start_afresh":
            menace.start_afresh()
    return None


def _change_by_staff(name: str, game: Game, rng: Random, staff: Client) -> Game | None:
    people, games, person = "/admin/games/player/", "/admin/games/game/", _person(game)
    match name:
        case "forget":
            Player.objects.create(name="Newcomer")
            _act(staff, f"{people}{person.pk}/delete/", post="yes")
            return _new_game(rng)
        case "forget_by_action":
            Player.objects.create(name="Newcomer")
            _act(staff, people, person.pk, action="delete_selected", post="yes")
            return _new_game(rng)
        case "hide_name":
            _act(staff, people, person.pk, action="hide_names", confirmed="yes")
        case "close":
            Game.objects.filter(pk=game.pk).update(touched_at=LONG_AGO)  # nobody plays it
            _act(staff, games, game.pk, action="close_games", confirmed="yes")
        case "delete":
            _act(staff, f"{games}{game.pk}/delete/", post="yes")
            return _new_game(rng)
    return None


def _act(staff: Client, address: str, chosen: object = "", **form: str) -> None:
    assert staff.post(address, {"_selected_action": chosen, **form}).status_code == 302


def _person(game: Game) -> Player:
    return next(player for player in (game.x, game.o) if player and not player.level)


def _new_game(rng: Random) -> Game:
    people = list(Player.objects.people().filter(forgotten_at=None).order_by("?")[:2])
    guest = rng.choice([people[1], Player.objects.of_level(MENACE)])
    return services.create_game(host=people[0], mark=Mark.X, guest=guest, allows_undo=True)
