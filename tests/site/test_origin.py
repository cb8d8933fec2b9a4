from ipaddress import ip_network

import pytest

from tests.sockets.sockets import Socket
from tictactoe_site.asgi import application

# Even a refused socket makes Channels look after the connections of its thread.
pytestmark = pytest.mark.django_db(transaction=True)

WATCH = "/ws/watch/"


async def is_accepted(origin: str, *more: tuple[bytes, bytes]) -> bool:
    headers = [(b"host", b"testserver"), (b"origin", origin.encode("latin1")), *more]
    communicator = Socket(application, WATCH, headers=headers)
    communicator.scope["client"] = ["192.0.2.1", 1234]
    connected, _ = await communicator.connect()
    await communicator.disconnect()
    return connected


HTTPS = (b"x-forwarded-proto", b"https")


async def test_a_page_over_http_opens_no_websocket_of_an_https_site(settings):
    settings.TRUSTED_PROXIES = [ip_network("192.0.2.1")]
    assert await is_accepted("https://testserver", HTTPS)
    assert not await is_accepted("http://testserver", HTTPS)


async def test_the_scheme_of_a_proxy_is_believed_only_where_there_is_one():
    assert await is_accepted("http://testserver", HTTPS)
    assert not await is_accepted("https://testserver", HTTPS)


async def test_a_site_that_is_https_only_is_so_where_its_proxy_says_nothing(settings):
    settings.PRODUCTION = True
    assert not await is_accepted("http://testserver")
    assert await is_accepted("https://testserver")


async def test_what_is_no_origin_of_this_site_is_refused():
    for origin in (
        *("http://evil.example", "http://testserver:9999", "http://localhost", "null"),
        *("http://testserver/path", "http://[", "http://\xff", "", "x"),
    ):
        assert not await is_accepted(origin), origin


async def test_another_host_is_refused_even_from_its_own_page(settings):
    settings.ALLOWED_HOSTS = ["other.example"]
    assert not await is_accepted("http://testserver")
