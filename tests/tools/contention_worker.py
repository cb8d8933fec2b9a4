"""One of the processes of ``tests.tools.contention``; they run it in Django's shell."""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from random import Random

from django.contrib.auth.models import User
from django.test import Client

from games import database_outages, services
from games.ai.computer_players import MENACE
from games.engine import Mark
from games.models import Game, Player
from games.services import errors, limits

THREADS = 4  # of each process, each with a connection
PEOPLE = 10  # few, so that they meet in many games
# How often what is tried, of a game that goes on or is over.
BY_STAFF = {"forget": 0.2, "forget_by_action": 0.2, "hide_name": 0.5, "close": 0.5, "delete": 0.5}
RARE = {"rename": 2.0, "change_device": 2.0, "start_afresh": 0.3, **BY_STAFF}
PLAYING = {"move": 80.0, "undo": 8.0, "decline": 2.0, "resign": 4.0, "claim": 2.0, "react": 4.0}
OVER = {"rematch": 60.0, "react": 5.0}


def prepare(games: int) -> None:
    """Create people, and games among them and against Menace."""
    User.objects.create_superuser("staff")
    for number in range(PEOPLE):
        Player.objects.create(name=f"Person {number}")
    for number in range(games):
        _new_game(Random(number))


def work(is_reversed: bool, seconds: float) -> None:
    """Change all games, one after the other, for some seconds; print how often what was done."""
    ids = list(Game.objects.order_by("pk").values_list("pk", flat=True))
    worker = Worker(ids[::-1] if is_reversed else ids, time.monotonic() + seconds)
    threads = [threading.Thread(target=worker.run, args=[seed]) for seed in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if worker.error:
        raise worker.error
    print(json.dumps(worker.counts))


class Worker:
    """Threads that share some games."""

    def __init__(self, ids: list[str], until: float) -> None:
        self.ids, self.until = ids, until
        self.counts: Counter[str] = Counter()
        self.error: BaseException | None = None

    def run(self, seed: int) -> None:
        rng, staff = Random(seed), Client()
        staff.force_login(User.objects.get())
        try:
            while time.monotonic() < self.until and not self.error:
                for number in range(seed, len(self.ids), THREADS):
                    self.ids[number] = self._change(self.ids[number], rng, staff)
        except BaseException as error:
            self.error = error

    def _change(self, id: str, rng: Random, staff: Client) -> str:
        """Do something to a game, and return the id of the one to go on with."""
        limits.reset()
        game = Game.objects.with_players().filter(pk=id).first() or _new_game(rng)
        weights = {**(OVER if game.is_over else PLAYING), **RARE}
        name = rng.choices(list(weights), list(weights.values()))[0]
        try:
            following = Change(game, rng, staff).make(name)
            self.counts[name] += 1
            return following.pk
        except errors.Refused as refusal:
            self.counts[f"{name}: {refusal.code}"] += 1
        except Exception as error:
            if not database_outages.is_transient(error):
                raise
            self.counts[f"{name}: {type(error.__cause__).__name__}"] += 1
        return game.pk


class Change:
    """What can be done to a game; each returns the game to go on with."""

    def __init__(self, game: Game, rng: Random, staff: Client) -> None:
        self.game, self.rng, self.staff = game, rng, staff
        self.player = rng.choice([player for player in (game.x, game.o) if player])
        self.person = next(player for player in (game.x, game.o) if player and not player.level)

    def make(self, name: str) -> Game:
        return getattr(self, f"_{name}")() or self.game

    def _move(self) -> Game:
        mover = self.game.seat(self.game.turn)
        assert mover
        cell = self.rng.choice(self.game.board.legal_moves())
        return services.play_move(self.game.pk, mover.pk, ply=self.game.ply, cell=cell)

    def _undo(self) -> Game:
        return services.undo(self.game.pk, self.person.pk, ply=self.game.ply)

    def _decline(self) -> Game:
        return services.decline(self.game.pk, self.person.pk, ply=self.game.ply)

    def _resign(self) -> Game:
        return services.resign(self.game.pk, self.player.pk)

    def _claim(self) -> Game:
        # Nobody was seen for a while.
        Game.objects.filter(pk=self.game.pk).update(touched_at="2000-01-01T00:00Z")
        return services.claim(self.game.pk, self.person.pk, result=services.WIN)

    def _react(self) -> Game:
        return services.react(self.game.pk, self.person.pk, reaction="nice")

    def _rematch(self) -> Game:
        return services.rematch(self.game.pk, self.person.pk)

    def _rename(self) -> None:
        services.rename_player(self.person, name=f"Person {self.rng.randrange(1000)}")

    def _change_device(self) -> None:
        services.accept_transfer(services.offer_transfer(self.person))

    def _forget(self) -> Game:
        Player.objects.create(name="Newcomer")
        self._delete_by_staff("player", self.person.pk)
        return _new_game(self.rng)

    def _forget_by_action(self) -> Game:
        Player.objects.create(name="Newcomer")
        self._act_as_staff("player", self.person.pk, action="delete_selected", post="yes")
        return _new_game(self.rng)

    def _hide_name(self) -> None:
        self._act_as_staff("player", self.person.pk, action="hide_names", confirmed="yes")

    def _close(self) -> None:
        # Nobody plays it.
        Game.objects.filter(pk=self.game.pk).update(touched_at="2000-01-01T00:00Z")
        self._act_as_staff("game", self.game.pk, action="close_games", confirmed="yes")

    def _delete(self) -> Game:
        self._delete_by_staff("game", self.game.pk)
        return _new_game(self.rng)

    def _start_afresh(self) -> None:
        services.start_afresh()

    def _delete_by_staff(self, model: str, key: object) -> None:
        address = f"/admin/games/{model}/{key}/delete/"
        assert self.staff.post(address, {"post": "yes"}).status_code == 302

    def _act_as_staff(self, model: str, key: object, **data: object) -> None:
        chosen = {"_selected_action": key, **data}
        assert self.staff.post(f"/admin/games/{model}/", chosen).status_code == 302


def _new_game(rng: Random) -> Game:
    people = list(Player.objects.people().filter(forgotten_at=None).order_by("?")[:2])
    guest = rng.choice([people[1], Player.objects.of_level(MENACE)])
    return services.create_game(host=people[0], mark=Mark.X, guest=guest, allows_undo=True)
