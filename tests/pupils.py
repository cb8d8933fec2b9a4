"""A class that plays a tournament on real servers: each of them asks as a browser's pages do."""

import asyncio
import gzip
import json
import random
import re
import ssl
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any, NamedTuple
from urllib.parse import urlencode

import psycopg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from games.engine import Board, Variant, play_moves
from tests.server import Server, manage

RETRY = 0.25  # seconds, as a page waits before it sends again what was not saved
PING_EVERY = 2.0
OVER = ("finished", "closed")
FORM = "application/x-www-form-urlencoded"
JSON, HTML = "application/json", "text/html"

Message = dict[str, Any]
_tokens = (f"{number:032}" for number in count())


class Place(NamedTuple):
    host: str
    port: int
    tls: ssl.SSLContext | None = None
    source: str = "127.0.0.1"  # the address from which somebody comes

    @property
    def origin(self) -> str:
        return f"http{'s' * bool(self.tls)}://{self.host}:{self.port}"


def places(*servers: Server) -> list[Place]:
    return [Place(server.host, server.port) for server in servers]


class Answered(NamedTuple):
    status: int
    headers: dict[str, str]
    text: str


class Browser:
    """Keeps cookies and a connection, and goes to the next place when one is away."""

    def __init__(self, *places: Place) -> None:
        self.places = deque(places)
        self.cookies = {"csrftoken": next(_tokens)}
        self.statuses: list[int] = []
        self._stream: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def get(self, path: str, accept: str = HTML) -> Answered:
        return await self._ask("GET", path, "", accept)

    async def post(self, path: str, **fields) -> Answered:
        form = urlencode({"csrfmiddlewaretoken": self.cookies["csrftoken"], **fields}, doseq=True)
        return await self._ask("POST", path, form, HTML)

    async def go_elsewhere(self) -> None:
        self.close()
        self.places.rotate(-1)
        await asyncio.sleep(RETRY)

    def close(self) -> None:
        if self._stream:
            self._stream[1].close()
        self._stream = None

    async def _ask(self, method: str, path: str, form: str, accept: str) -> Answered:
        while True:
            try:
                answer = await self._answer(method, path, form, accept)
            except (OSError, EOFError):
                await self.go_elsewhere()
            else:
                self.statuses.append(answer.status)
                return answer

    async def _answer(self, method: str, path: str, form: str, accept: str) -> Answered:
        place = self.places[0]
        if self._stream is None:
            source = (place.source, 0) if place.source else None
            options: Message = {"ssl": place.tls, "local_addr": source}
            self._stream = await asyncio.open_connection(place.host, place.port, **options)
        reader, writer = self._stream
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: {place.host}:{place.port}",
            f"Origin: {place.origin}",
            f"Cookie: {self.cookie}",
            f"Accept: {accept}",
            "Accept-Encoding: gzip",
            f"Content-Type: {FORM}",
            f"Content-Length: {len(form)}",
        ]
        writer.write(("\r\n".join(lines) + "\r\n\r\n" + form).encode())
        first, *fields = (await reader.readuntil(b"\r\n\r\n")).decode().splitlines()[:-1]
        pairs = [
            (name.lower(), value.strip()) for name, _, value in (f.partition(":") for f in fields)
        ]
        self._keep_cookies([value for name, value in pairs if name == "set-cookie"])
        headers = dict(pairs)
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection") == "close":
            self.close()
        if headers.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        return Answered(int(first.split()[1]), headers, body.decode())

    def _keep_cookies(self, cookies: list[str]) -> None:
        for cookie in cookies:
            name, _, value = cookie.partition(";")[0].partition("=")
            if "csrftoken" not in name:
                self.cookies[name] = value


@dataclass
class Times:
    """How long moves take until both players have them."""

    moves: list[float] = field(default_factory=list)
    _sent: dict[tuple[str, int], float] = field(default_factory=dict)
    _seen: set[tuple[str, int]] = field(default_factory=set)

    def note_sent(self, game_id: str, ply: int) -> None:
        self._sent[game_id, ply] = time.perf_counter()

    def note_seen(self, game_id: str, ply: int) -> None:
        key = game_id, ply - 1
        if key in self._seen:
            self.moves.append(time.perf_counter() - self._sent.pop(key))
            self._seen.remove(key)
        elif key in self._sent:
            self._seen.add(key)


class Pupil(Browser):
    """``looks_every``, ``thinks`` and ``stays``, at a result and at who is next, are in seconds."""

    def __init__(
        self,
        code: str,
        name: str,
        *places: Place,
        by_socket: bool = True,
        looks_every: float = RETRY,
        thinks: float = 0.05,
        stays: float = 0,
        opens_pages: bool = False,  # those of games, of which only the state is needed
        times: Times | None = None,
    ) -> None:
        super().__init__(*places)
        self.code, self.name, self.by_socket = code, name, by_socket
        self.looks_every, self.thinks, self.stays = looks_every, thinks, stays
        self.opens_pages, self.times = opens_pages, times or Times()
        self.games: list[str] = []
        self.rests = 0
        self.confirmed: dict[tuple[str, int], int] = {}  # the cells by game and ply
        self.acted_at = 0.0  # when something last went on
        self.refusals: list[str] = []

    @property
    def path(self) -> str:
        return f"/t/{self.code}/"

    async def come_in(self) -> Answered:
        await self.get(self.path)
        while (answer := await self.post(self.path, name=self.name)).status == 503:
            await asyncio.sleep(RETRY)  # The server has too much to do, and asks to come again.
        if answer.status == 302:
            await self.get(self.path)
        return answer

    async def play(self) -> None:
        while True:
            game_id = await self.next_game()
            await asyncio.sleep(self.stays)
            await self.play_game(game_id)
            await asyncio.sleep(self.stays)

    async def next_game(self) -> str:
        key = None
        while True:
            if key is None:
                page = await self.get(self.path)
                if found := re.search(r'href="/g/(\w+)/" data-go', page.text):
                    return found[1]
                if 'name="back"' in page.text:
                    self.rests += 1
                    await self.post(f"{self.path}rest/", back="")
                shown = re.search(r'data-follow="([^"]*)" data-key="([^"]*)"', page.text)
                follow, key = shown.groups() if shown else ("/t/state/", None)
            await asyncio.sleep(self.looks_every)
            answer = await self.get(follow, JSON)
            if answer.status == 200 and json.loads(answer.text)["key"] != key:
                key = None

    async def play_game(self, game_id: str) -> None:
        self.games.append(game_id)
        if self.opens_pages:
            await self.get(f"/g/{game_id}/")
        if self.by_socket:
            await self._play_by_socket(game_id)
        else:
            await self._play_by_forms(game_id)

    # By forms, as where no socket is let through

    async def _play_by_forms(self, game_id: str) -> None:
        while True:
            answer = await self.get(f"/g/{game_id}/?visible=true", JSON)
            state = json.loads(answer.text) if answer.status == 200 else None
            if state and state["status"] in OVER:
                return
            if state and (cell := self._choose(state)) is not None:
                await self.post(f"/g/{game_id}/move/", ply=state["ply"], cell=cell)
            await asyncio.sleep(self.looks_every)

    # By a socket

    async def _play_by_socket(self, game_id: str) -> None:
        while True:
            place = self.places[0]
            url = f"{place.origin.replace('http', 'ws', 1)}/ws/g/{game_id}/?states"
            options: Message = {"ssl": place.tls, "local_addr": (place.source, 0)}
            try:
                async with connect(
                    url,
                    origin=place.origin,  # type: ignore[arg-type]
                    additional_headers={"Cookie": self.cookie},
                    compression=None,
                    max_queue=None,
                    open_timeout=None,
                    ping_interval=None,
                    **options,
                ) as socket:
                    return await self._play_on(socket, game_id)
            except (OSError, EOFError, ConnectionClosed, InvalidHandshake):
                await self.go_elsewhere()

    async def _play_on(self, socket: ClientConnection, game_id: str) -> None:
        version, ids = 0, count()

        async def send(type: str, **fields) -> None:
            await socket.send(json.dumps({"type": type, "id": f"{type}{next(ids)}", **fields}))

        await send("ping", visible=True)
        while True:
            try:
                async with asyncio.timeout(PING_EVERY):
                    message = json.loads(await socket.recv())
            except TimeoutError:
                await send("ping", visible=True)
                continue
            match message["type"]:
                case "state" if message["version"] >= version:
                    version = message["version"]
                    if await self._answer_state(game_id, message, send):
                        return
                case "pong" if message["version"] > version:
                    await send("sync")
                case "no":
                    self.refusals.append(message["code"])
                    await asyncio.sleep(RETRY)
                    await send("sync")

    async def _answer_state(self, game_id: str, state: Message, send) -> bool:
        moves = state["moves"]
        self.times.note_seen(game_id, len(moves))
        self._note_confirmed(game_id, moves)
        if state["status"] in OVER:
            return True
        if (cell := self._choose(state)) is not None:
            await asyncio.sleep(self.thinks * random.uniform(0.5, 1.5))
            self.times.note_sent(game_id, len(moves))
            await send("move", ply=len(moves), cell=cell)
        return False

    def _note_confirmed(self, game_id: str, moves: list[int]) -> None:
        self.acted_at = time.monotonic()
        self.confirmed |= {(game_id, ply): cell for ply, cell in enumerate(moves)}

    def _choose(self, state: Message) -> int | None:
        if state["status"] != "playing" or state["turn"] not in state["you"]:
            return None
        board = play_moves(Board(Variant.parse(state["variant"])), state["moves"])
        return random.choice(board.legal_moves())


class Class:
    """A tournament that ``host`` has opened, its ``pupils``, and the tasks in which they play."""

    def __init__(self, *places: Place) -> None:
        self.places, self.host = places, Browser(*places)
        self.code, self.pupils = "", list[Pupil]()
        self.playing: list[asyncio.Task[None]] = []

    async def open(self, *boards: str, minutes: int = 15, **terms) -> None:
        fields = {"boards": boards or ("classic",), "minutes": minutes, "kind": "arena", **terms}
        answer = await self.host.post("/t/new/", **fields)
        assert answer.status == 302, answer
        self.code = answer.headers["location"].split("/")[2]

    def add(self, number: int, **options) -> None:
        for _ in range(number):
            turned = deque(self.places)
            turned.rotate(len(self.pupils))
            name = f"Pupil {len(self.pupils) + 1}"
            self.pupils.append(Pupil(self.code, name, *turned, **options))

    async def come_in(self) -> list[Answered]:
        return list(await asyncio.gather(*(pupil.come_in() for pupil in self.pupils)))

    async def act(self, act: str) -> Answered:
        return await self.host.post(f"/t/{self.code}/host/{act}/")

    def play(self) -> None:
        self.playing = [asyncio.create_task(pupil.play()) for pupil in self.pupils]

    async def wait_until_begun(self, more: int, but: int = 0) -> None:
        """Wait until all ``but`` so many have each come to so many more games."""
        due = [len(pupil.games) + more for pupil in self.pupils]
        while sum(len(p.games) < games for p, games in zip(self.pupils, due, strict=True)) > but:
            done, _ = await asyncio.wait(self.playing, timeout=0.05)
            for task in done:
                task.result()

    async def leave(self) -> None:
        for task in self.playing:
            task.cancel()
        await asyncio.gather(*self.playing, return_exceptions=True)
        for browser in (self.host, *self.pupils):
            browser.close()


@asynccontextmanager
async def playing(count: int, *servers: Server) -> AsyncIterator[Class]:
    it = Class(*places(*servers))
    await it.open()
    it.add(count)
    await it.come_in()
    await it.act("start")
    it.play()
    await it.wait_until_begun(1)
    yield it
    await it.leave()
    _check(it, servers[0])


def _check(it: Class, server: Server) -> None:
    # Nobody was in two games, no move that was seen is lost, and points are those of the games.
    with psycopg.connect(server.environment["DATABASE_URL"]) as database:
        assert database.execute(IN_TWO_GAMES, [it.code]).fetchall() == []
        moves = {(game, ply): cell for game, ply, cell in database.execute(MOVES, [it.code])}
    for pupil in it.pupils:
        assert pupil.confirmed.items() <= moves.items()
    said = manage("recompute_tournament", it.code, data=server.data, **server.environment)
    assert said == (0, "0 changed.\n")


IN_TWO_GAMES = """
    WITH games AS (
        SELECT game.id, created_at, coalesce(finished_at, 'infinity') AS until, player
        FROM games_tournamentgame JOIN games_game AS game ON game.id = game_id,
        LATERAL (VALUES (x_id), (o_id)) AS seat(player)
        WHERE tournament_id = %s
    )
    SELECT * FROM games AS one JOIN games AS other USING (player)
    WHERE one.id <> other.id AND one.created_at <= other.created_at
        AND one.until > other.created_at
"""
MOVES = """
    SELECT move.game_id, ply, cell FROM games_move AS move
    JOIN games_tournamentgame AS game USING (game_id) WHERE tournament_id = %s
"""
