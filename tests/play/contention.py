"""All that is done to games, by one of two processes that run this in Django's shell."""

import json
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from random import Random

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
# How often what is tried: of any game, of one that goes on, and of one that is over.
ANY = {"seek": 5.0, "first_move_missed": 2, "rename": 2, "change_device": 2, "start_afresh": 0.3}
ANY |= {"say": 4, "forget": 0.4, "hide_name": 0.5, "close": 0.5, "delete": 0.5}
PLAYING = {"move": 80.0, "undo": 8, "decline": 2, "draw": 2, "resign": 4, "claim": 2}
OVER = {"rematch": 60.0}


def prepare(games: int) -> None:
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
    counts, rng = Counter[str](), Random(seed)
    while time.monotonic() < until:
        for number, id in enumerate(ids):
            limiters.reset()
            name = "new_game"  # whose host may be forgotten meanwhile
            try:
                game = Game.objects.with_players().filter(pk=id).first() or _new_game(rng)
                weights = ANY | (OVER if game.is_over else PLAYING)
                name = rng.choices(list(weights), list(weights.values()))[0]
                ids[number] = (_change(name, game, rng) or game).pk
                counts[name] += 1
            except errors.Refused as refusal:
                counts[f"{name}: {refusal.code}"] += 1
            except Exception as error:
                if not database_outages.is_transient(error):
                    raise
    return counts


def _change(name: str, game: Game, rng: Random) -> Game | None:
    person, ply = _person(game), game.ply
    match name:
        case "move":
            cell, mover = rng.choice(game.board.legal_moves()), game.seat(game.turn)
            return services.play_move(game.pk, mover.pk, ply=ply, cell=cell)
        case "undo" | "decline" | "draw":
            return getattr(services, name)(game.pk, person.pk, ply=ply)
        case "resign" | "rematch":
            return getattr(services, name)(game.pk, person.pk)
        case "claim" | "close":
            Game.objects.filter(pk=game.pk).update(touched_at=LONG_AGO)  # nobody was seen since
            if name == "close":
                return services.close_game(game.pk)
            return services.claim(game.pk, person.pk, result=services.WIN)
        case "say":
            return send_message(game.pk, person.pk, text=":nice:")
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
        case "hide_name" if not person.forgotten_at:
            services.hide_name(person)
        case "forget":
            Player.objects.create(name="Newcomer")
            services.forget_player(person)
            return _new_game(rng)
        case "delete":
            services.delete_games([game.pk])
            return _new_game(rng)
    return None


def _person(game: Game) -> Player:
    return next(player for player in (game.x, game.o) if player and not player.level)


def _new_game(rng: Random) -> Game:
    people = list(Player.objects.people().filter(forgotten_at=None).order_by("?")[:2])
    guest = rng.choice([people[1], Player.objects.of_level(MENACE)])
    return services.create_game(host=people[0], mark=Mark.X, guest=guest, allows_undo=True)
