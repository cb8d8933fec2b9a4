import asyncio
import threading

import pytest
from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.http import HttpRequest, HttpResponse
from django.test import AsyncRequestFactory

from games.web import passwords
from tictactoe_site import request_queue
from tictactoe_site.request_queue import FairSemaphore, QueueFull, RequestQueueMiddleware


class Holders:
    def __init__(self, places: int, max_waiting: int = 9, kept_for: float | None = None) -> None:
        self.semaphore = FairSemaphore(places, max_waiting, kept_for)
        self.served: list[str] = []
        self._may_leave: dict[str, asyncio.Event] = {}

    def add(self, name: str) -> asyncio.Task[None]:
        self._may_leave[name] = asyncio.Event()
        return asyncio.ensure_future(self._hold(name))

    async def _hold(self, name: str) -> None:
        give_back = await self.semaphore.acquire(name[0])
        self.served.append(name)
        await self._may_leave[name].wait()
        give_back()

    async def leave(self, *names: str) -> None:
        for name in names:
            self._may_leave[name].set()
            await let_all_go_on()


async def let_all_go_on() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_a_turn_given_to_somebody_who_leaves_at_that_moment_goes_to_the_next():
    holders = Holders(places=1)
    tasks = {name: holders.add(name) for name in ("a1", "b1", "c1")}
    await let_all_go_on()
    holders._may_leave["a1"].set()
    while tasks["a1"] in asyncio.all_tasks():
        await asyncio.sleep(0)
    tasks["b1"].cancel()
    await let_all_go_on()
    assert "c1" in holders.served


async def test_whoever_keeps_a_place_for_long_waits_for_something_and_gives_it_back():
    holders = Holders(places=1, kept_for=0.25)
    holders.add("a1")
    holders.add("b1")
    async with asyncio.timeout(30):
        while holders.served != ["a1", "b1"]:
            await asyncio.sleep(0.01)
    await holders.leave("b1", "a1")
    holders.add("c1")
    holders.add("c2")
    await let_all_go_on()
    assert holders.served == ["a1", "b1", "c1"]  # each gave its place back once


async def test_whoever_asks_for_most_is_refused_when_too_many_wait():
    holders = Holders(places=1, max_waiting=2)
    holders.add("a1")
    await let_all_go_on()
    flood = [holders.add(name) for name in ("a2", "a3")]
    other = holders.add("b1")
    await let_all_go_on()
    assert not other.done()
    assert [isinstance(task.exception(), QueueFull) for task in flood if task.done()] == [True]


@pytest.fixture
def _forever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_queue, "KEPT_FOR", None)


@pytest.mark.usefixtures("_forever")
async def test_few_are_carried_out_at_once_and_the_rest_told_when_to_come_back(monkeypatch):
    monkeypatch.setattr(request_queue, "MAX_WAITING", 0)
    may_go_on = asyncio.Event()

    async def respond(request: HttpRequest) -> HttpResponse:
        await may_go_on.wait()
        return HttpResponse()

    queue = RequestQueueMiddleware(respond)
    served = [asyncio.ensure_future(queue(HttpRequest())) for _ in range(request_queue.PLACES)]
    await let_all_go_on()
    refused = await queue(HttpRequest())
    assert refused.status_code == 503
    assert refused["Retry-After"] == "2"
    assert "Try again" in refused.text
    may_go_on.set()
    assert {each.status_code for each in await asyncio.gather(*served)} == {200}


@pytest.mark.usefixtures("_forever")
async def test_a_request_whose_client_left_keeps_its_place_until_its_thread_is_done(monkeypatch):
    monkeypatch.setattr(request_queue, "PLACES", 1)
    has_begun, may_go_on = threading.Event(), threading.Event()

    def respond(request: HttpRequest) -> HttpResponse:
        has_begun.set()
        assert may_go_on.wait(60)
        return HttpResponse()

    queue = RequestQueueMiddleware(sync_to_async(respond))

    async def handle() -> HttpResponse:
        async with ThreadSensitiveContext():  # as Django does for each request
            return await queue(HttpRequest())

    left = asyncio.ensure_future(handle())
    await asyncio.to_thread(has_begun.wait)
    left.cancel()
    has_begun.clear()
    next_one = asyncio.ensure_future(handle())
    await let_all_go_on()
    assert not left.done()
    assert not has_begun.is_set()
    may_go_on.set()
    assert (await next_one).status_code == 200
    await asyncio.wait([left])
    assert left.cancelled()


class Posts:
    def __init__(self) -> None:
        self.served: list[str] = []
        self.in_vain: list[str] = []
        self._queue = RequestQueueMiddleware(self._respond)
        self._may_end: dict[str, asyncio.Event] = {}

    async def send(self, name: str, path: str = "/account/sign-up/", method: str = "POST") -> None:
        self._may_end[name] = asyncio.Event()
        request = AsyncRequestFactory().generic(method, path, headers={"Name": name})
        request.META["REMOTE_ADDR"] = f"192.0.2.{ord(name[0])}"
        self._task = asyncio.ensure_future(self._queue(request))
        await let_all_go_on()

    async def end(self, name: str) -> None:
        self._may_end[name].set()
        await let_all_go_on()

    async def _respond(self, request: HttpRequest) -> HttpResponse:
        name = request.headers["Name"]
        (self.in_vain if passwords.is_busy(request) else self.served).append(name)
        await self._may_end[name].wait()
        return HttpResponse()


async def test_posts_with_passwords_wait_and_take_turns_by_address(monkeypatch):
    monkeypatch.setattr(request_queue, "PASSWORD_PLACES", 1)
    posts = Posts()
    for name in ("a1", "a2", "a3", "b1"):
        await posts.send(name)
    await posts.send("c1", "/admin/login/")
    assert posts.served == ["a1"]
    for name in ("a1", "a2", "b1", "c1"):
        await posts.end(name)
    assert posts.served == ["a1", "a2", "b1", "c1", "a3"]
    assert not posts.in_vain


async def test_posts_with_passwords_hold_up_no_other_request(monkeypatch):
    monkeypatch.setattr(request_queue, "PASSWORD_PLACES", 0)
    posts = Posts()
    for number in range(5):
        await posts.send(f"a{number}")
    await posts.send("page", method="GET")
    await posts.send("move", "/g/abc/moves/")
    assert posts.served == ["page", "move"]


async def test_whoever_waited_too_long_gets_the_form_alone(monkeypatch):
    monkeypatch.setattr(request_queue, "PASSWORD_PLACES", 1)
    monkeypatch.setattr(passwords, "LONGEST_WAIT", 0)
    posts = Posts()
    await posts.send("a1")
    await posts.send("b1")
    async with asyncio.timeout(30):
        while posts.in_vain != ["b1"]:
            await asyncio.sleep(0.01)
    await posts.end("a1")
    await posts.send("c1")
    assert posts.served == ["a1", "c1"]
