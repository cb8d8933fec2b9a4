import asyncio
import gzip
import itertools
import os
import re
import shutil
import socket
import ssl
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests import postgres_server
from tests.e2e.chromium import install_packages
from tests.e2e.nginx import BURST, SHIPPED, SITE, Nginx, nginx_before, over_http, over_https
from tests.e2e.people import NewPerson
from tests.http_requests import Answer, ask
from tests.pupils import Browser, Class, Place
from tests.redis_server import RedisServer
from tests.server import TIMEOUT, Server
from tictactoe_site.security_headers import security_headers

# One process of the tests runs them all, with one site, and when it is the turn of the browsers.
pytestmark = pytest.mark.xdist_group("large sites")

HSTS_SECONDS = 86_400
NAMES = 60  # that one address may take in a minute
YEAR = 365 * 24 * 60 * 60
FLOOD_EVERY = 0.02  # seconds: three of them send several times what one address may
LIMITS = {"too_many", "too_fast"}  # codes of refusals
OF_THE_SERVER = "X-Request-ID"  # a header that nginx does not set itself


class Site(NamedTuple):
    nginx: Nginx
    servers: list[Server]


@pytest.fixture(scope="session")
def program() -> str:
    if not _find():
        install_packages("nginx-light", "openssl")
    return _find() or pytest.skip("There is no nginx, or no openssl to make it a certificate.")


def _find() -> str | None:
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin"])
    return shutil.which("openssl") and shutil.which("nginx", path=path)


@pytest.fixture(scope="session")
def site(program: str) -> Iterator[Site]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="tictactoe-site-")))
        folder.chmod(0o755)  # for nginx, which reads the static files as another user
        redis = RedisServer()
        stack.callback(redis.kill)
        database = stack.enter_context(postgres_server.new_database(is_empty=False))
        environment = {
            "PRODUCTION": "1",
            "SECRET_KEY": "the same for all processes, and long enough for Django",
            "ALLOWED_HOSTS": SITE,
            "HSTS_SECONDS": str(HSTS_SECONDS),
            "STATIC_ROOT": str(folder / "public" / "static"),
            "DATABASE_URL": database,
            "REDIS_URL": f"redis://127.0.0.1:{redis.port}",
        }
        names = ("first", "second")
        servers = [stack.enter_context(Server(folder / name, **environment)) for name in names]
        public = folder / "public"
        nginx = stack.enter_context(nginx_before(servers, program=program, public=public))
        yield Site(nginx, servers)


def get(site: Site, path: str, **headers: str) -> Answer:
    with closing(over_https(site.nginx)) as connection:
        return ask(connection, path, **headers)


def test_the_configuration_has_nothing_that_nginx_warns_of(site: Site):
    said = site.nginx.check()
    assert "test is successful" in said
    assert "warn" not in said or os.geteuid() != 0  # it warns whoever is not root of "user"


def test_http_leads_to_https_but_for_the_renewal_of_certificates(site: Site):
    folder = site.nginx.folder / "html/.well-known/acme-challenge"
    folder.mkdir(parents=True)
    (folder / "token").write_text("proof")
    with closing(over_http(site.nginx)) as connection:
        answer = ask(connection, "/g/?board=gomoku")
        assert answer.status == 301
        assert answer.headers["Location"] == f"https://{SITE}/g/?board=gomoku"
        answer = ask(connection, "/.well-known/acme-challenge/token")
        assert (answer.status, answer.body) == (200, b"proof")


def test_other_names_get_no_answer(site: Site):
    with closing(over_http(site.nginx)) as connection, pytest.raises(ConnectionError):
        ask(connection, "/", Host="elsewhere.example")
    address = ("127.0.0.1", site.nginx.port)
    context = ssl.create_default_context(cafile=site.nginx.certificate)
    with socket.create_connection(address) as plain, pytest.raises(ssl.SSLError):
        context.wrap_socket(plain, server_hostname="elsewhere.example")
    # Nor does who has come by the site's own name.
    with closing(over_https(site.nginx)) as connection, pytest.raises(ConnectionError):
        ask(connection, "/", Host="elsewhere.example")


def test_cookies_and_previews_are_for_https_and_browsers_are_to_stay_with_it(site: Site):
    answer = get(site, "/")
    assert answer.status == 200
    cookies = answer.headers.get_all("Set-Cookie")
    assert cookies
    assert all("; Secure" in cookie for cookie in cookies)
    assert answer.headers["Strict-Transport-Security"] == f"max-age={HSTS_SECONDS}"
    [address] = re.findall(rb'"og:url" content="(.*?)"', answer.body)
    assert address.decode() == site.nginx.url


def test_pages_are_compressed_once_and_padded(site: Site):
    pages = [get(site, "/how-to/", Accept_Encoding="gzip") for _ in range(8)]
    assert {page.headers["Content-Encoding"] for page in pages} == {"gzip"}
    assert all(b"</html>" in gzip.decompress(page.body) for page in pages)
    assert len({len(page.body) for page in pages}) > 1


def test_static_files_are_read_by_nginx_and_kept_for_good(site: Site):
    [path] = re.findall(r'href="(/static/css/base[^"]*)"', get(site, "/").body.decode())
    plain, small = get(site, path), get(site, path, Accept_Encoding="gzip")
    assert plain.headers["Content-Type"] == "text/css; charset=utf-8"
    assert small.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(small.body) == plain.body
    for answer in (plain, small):
        assert answer.headers["Cache-Control"] == f"public, max-age={YEAR}, immutable"
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert OF_THE_SERVER not in answer.headers
    missing = get(site, "/static/css/missing.0123456789ab.css")  # which the server is asked for
    assert (missing.status, OF_THE_SERVER in missing.headers) == (404, True)


def test_figures_are_not_for_the_public(site: Site):
    for path in ("/metrics", "/metrics/", "//metrics", "/%6detrics?x"):
        answer = get(site, path)
        assert answer.status == 404
        assert OF_THE_SERVER not in answer.headers


def check_security(answer: Answer) -> None:
    # Only with PRODUCTION, as here, does the site have this one.
    names = {*security_headers(), "Cross-Origin-Opener-Policy"}
    assert {name: len(answer.headers.get_all(name, ())) for name in names} == dict.fromkeys(
        names, 1
    )


def test_every_page_has_the_security_headers_once(site: Site):
    with closing(over_https(site.nginx)) as connection:
        large = ask(connection, "/g/", "x" * (64 * 1024 + 1))
    assert (large.status, large.body) == (413, b"That is more than this site takes.\n")
    pages = ("/", "/nowhere", "/health/live", "/metrics", f"/{'x' * 9_000}")
    for answer in (large, *(get(site, path) for path in pages)):
        check_security(answer)


def open_websocket(site: Site, origin: str) -> None:
    context = ssl.create_default_context(cafile=site.nginx.certificate)
    address = f"wss://{SITE}:{site.nginx.port}/ws/watch/"
    with connect(
        address, ssl=context, origin=origin, proxy=None, open_timeout=TIMEOUT
    ) as websocket:
        assert websocket.recv(TIMEOUT)


def test_a_websocket_is_opened_by_the_sites_own_pages_only(site: Site):
    own = site.nginx.url.rstrip("/")
    open_websocket(site, own)
    for origin in (own.replace("https", "http"), "https://elsewhere.example"):
        with pytest.raises(InvalidStatus, match="403"):
            open_websocket(site, origin)


def test_an_address_that_a_visitor_makes_up_changes_no_limit(site: Site):
    tokens = (f"{number:032}" for number in itertools.count())  # so that each is somebody else

    def take_a_name(source: str, claimed: str) -> int:
        token = next(tokens)
        with closing(over_https(site.nginx, source=source)) as connection:
            answer = ask(
                connection,
                "/name/",
                urlencode({"name": "Ann", "csrfmiddlewaretoken": token}),
                Content_Type="application/x-www-form-urlencoded",
                Cookie=f"csrftoken={token}",
                Origin=site.nginx.url.rstrip("/"),
                X_Forwarded_For=claimed,
                Forwarded=f"for={claimed}",
            )
        assert answer.status != 429 or b"a lot of new" in answer.body  # the site, not nginx
        return answer.status

    for number in range(NAMES):
        assert take_a_name("127.0.0.2", f"192.0.2.{number}") == 302
    assert take_a_name("127.0.0.2", "192.0.2.99") == 429
    assert take_a_name("127.0.0.3", "127.0.0.2") == 302


def test_a_flood_from_one_address_is_refused_and_disturbs_no_other(site: Site):
    with closing(over_https(site.nginx, source="127.0.0.4")) as connection:
        answers = [ask(connection, "/robots.txt") for _ in range(2 * BURST)]
    statuses = Counter(answer.status for answer in answers)
    assert statuses.keys() == {200, 429}
    assert statuses[200] >= BURST
    refused = next(answer for answer in answers if answer.status == 429)
    assert refused.body.startswith(b"That was a lot at once.")
    assert refused.headers["Retry-After"] == "5"
    check_security(refused)
    assert get(site, "/robots.txt").status == 200


def test_a_class_without_sockets_behind_one_address_is_let_through(site: Site):
    def poll(pupil: int) -> Counter[int]:
        with closing(over_https(site.nginx, source="127.0.0.5")) as connection:
            cookie = f"theme_0123abcd=night; session_0123abcd={pupil:032}"
            return Counter(ask(connection, "/robots.txt", Cookie=cookie).status for _ in range(10))

    assert sum(map(poll, range(12)), Counter()) == {200: 12 * 10}  # more than one may send


async def flood(place: Place, path: str, answered: Counter[int]) -> None:
    with closing(Browser(place)) as browser:
        for number in itertools.count():
            typed = await browser.get(f"/t/?code={number:06}")
            entry = await browser.post(path, name=f"Stranger {number}")
            answered.update([typed.status, entry.status])
            await asyncio.sleep(FLOOD_EVERY)


def test_a_class_behind_one_address_comes_in_and_plays_whatever_others_send(
    site: Site, program: str
):
    # In a thread of its own, because a browser of another test may run this one's event loop.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, come_in_and_play(site, program)).result()


async def come_in_and_play(site: Site, program: str) -> None:
    public = site.servers[0].data.parent / "public"
    with nginx_before(site.servers, program=program, public=public, limits=SHIPPED) as nginx:
        tls = ssl.create_default_context(cafile=nginx.certificate)
        school, elsewhere = (
            Place(SITE, nginx.port, tls, source) for source in ("127.0.0.6", "127.0.0.7")
        )
        it, answered = Class(school), Counter[int]()
        await it.open()
        floods = [
            asyncio.create_task(flood(place, f"/t/{it.code}/", answered))
            for place in (elsewhere, school, school)
        ]
        it.add(20, looks_every=0.4, thinks=0.4)
        it.add(20, looks_every=0.4, by_socket=False)
        assert Counter(answer.status for answer in await it.come_in()) == {302: 40}
        await it.act("start")
        it.play()
        await it.wait_until_begun(1)
        await it.wait_until_begun(1, but=len(floods))  # Strangers are paired, and make no move.
        it.playing += floods
        await it.leave()
        # Where other tests run too, a server may be busy (503), and a move come after its time.
        assert {status for pupil in it.pupils for status in pupil.statuses} <= {200, 302, 503}
        assert LIMITS.isdisjoint(code for pupil in it.pupils for code in pupil.refusals)
        assert answered[429]


CLIENTS = {
    "192.0.2.7": "192.0.2.7",
    "2001:db8:1:2:3:4:5:6": "2001:db8:1:2:",
    "2001:db8:1:2::5": "2001:db8:1:2:",
    "2001:db8:1:0:3:4:5:6": "2001:db8:1:0:",
    "2001:db8:1::5": "2001:db8:1:",
    "2001:db8::4:5:6": "2001:db8:",
}


def test_a_network_of_ipv6_is_one_client(site: Site):
    port = site.nginx.clients_port
    for address, client in CLIENTS.items():
        with closing(HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)) as connection:
            assert ask(connection, "/", X_Real_IP=address).body.decode() == client


def test_a_game_goes_on_while_a_server_process_is_killed(site: Site, new_person: NewPerson):
    host, guest = (new_person(site.nginx, ignore_https_errors=True) for _ in range(2))
    host.start_on_first_page("friend")
    link = host.link()
    assert link.startswith(f"{site.nginx.url}g/")
    guest.open(link)
    guest.press("Play")
    for person in (host, guest):
        person.forbid_navigation()
        person.ignores_connection_errors = True
    protocol = "performance.getEntriesByType('navigation')[0].nextHopProtocol"
    assert host.page.evaluate(protocol) == "h2"
    host.play(0)
    guest.expect_words("Your turn")
    site.servers[0].kill()
    try:
        guest.play(4)
        host.expect_words("Your turn")
        assert get(site, "/").status == 200
    finally:
        site.servers[0].start()
    host.play(1)
    guest.expect_board("XX..O....")


def test_a_visitor_is_told_when_no_server_is_there(program: str, tmp_path, new_person):
    nowhere = Server(tmp_path, port=1)
    with nginx_before([nowhere], program=program, public=tmp_path) as nginx:
        with closing(over_https(nginx)) as connection:
            assert "Refresh" not in ask(connection, "/g/abc/moves/", "cell=4").headers
        answer = get(Site(nginx, [nowhere]), "/g/abc/")
        assert (answer.status, answer.headers["Retry-After"]) == (503, "5")
        assert answer.headers["Refresh"] == "3"
        check_security(answer)
        assert "/g/abc/" not in (nginx.folder / "error.log").read_text()
        visitor = new_person(nginx, ignore_https_errors=True)
        visitor.ignores_connection_errors = True
        visitor.open()
        expect(visitor.page.get_by_role("heading")).to_have_text("Back in a moment")
        visitor.check_accessibility()
