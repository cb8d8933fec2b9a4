import re
import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from ipaddress import ip_network

import pytest

from tests.processes import wait_until
from tests.server import TIMEOUT, Server
from tictactoe_site.request_limits import CONNECTIONS_PER_CLIENT, client_of
from tictactoe_site.security_headers import security_headers
from tictactoe_site.serving import lan_address

LIMIT = 64 * 1024
MULTIPART = "Content-Type: multipart/form-data; boundary=b"


def connect(server: Server, host: str | None = None) -> socket.socket:
    return socket.create_connection((host or server.host, server.port), timeout=TIMEOUT)


def request_head(server: Server, *headers: str, start: str = "POST / HTTP/1.1") -> bytes:
    lines = [start, f"Host: {server.host}:{server.port}", "Connection: close", *headers]
    return "\r\n".join([*lines, "", ""]).encode("latin1")


def read_all(connection: socket.socket) -> str:
    received = b""
    while data := connection.recv(65536):
        received += data
    return received.decode()


def response_to(server: Server, request: bytes) -> str:
    with connect(server) as connection:
        connection.sendall(request)
        return read_all(connection)


@pytest.mark.parametrize("header", [MULTIPART, "Expect: 100-continue"])
def test_a_large_body_is_refused_before_it_is_sent(server: Server, header: str):
    request = request_head(server, header, "Content-Length: 20000000")
    assert response_to(server, request).startswith("HTTP/1.1 413 ")


def test_a_body_of_unknown_length_is_refused_once_it_is_too_large(server: Server):
    with connect(server) as connection:
        connection.sendall(request_head(server, "Transfer-Encoding: chunked"))
        for _ in range(LIMIT // 1024 + 1):
            connection.sendall(b"400\r\n" + b"\n" * 1024 + b"\r\n")
        # The end of the body is missing, and the answer is there all the same.
        assert read_all(connection).startswith("HTTP/1.1 413 ")


def test_a_large_body_that_is_sent_all_the_same_reaches_no_page(server: Server):
    answer = response_to(server, request_head(server, "Content-Length: 100000") + b"\n" * 100_000)
    assert answer.startswith("HTTP/1.1 413 ")
    assert answer.count("HTTP/1.1") == 1


def test_a_body_of_the_largest_size_reaches_its_page(server: Server):
    # The page refuses it, as it carries no form token.
    answer = response_to(server, request_head(server, f"Content-Length: {LIMIT}") + b"\n" * LIMIT)
    assert answer.startswith("HTTP/1.1 403 ")
    chunk = b"%x\r\n" % LIMIT + b"\n" * LIMIT + b"\r\n0\r\n\r\n"
    answer = response_to(server, request_head(server, "Transfer-Encoding: chunked") + chunk)
    assert answer.startswith("HTTP/1.1 403 ")


def test_only_django_parses_forms(server: Server):
    # Twisted's parser would answer this malformed body by itself, without any header.
    request = request_head(server, MULTIPART, "Content-Length: 1") + b"x"
    assert "Content-Security-Policy: " in response_to(server, request)


def lacking(answer: str) -> list[str]:
    wanted = {**security_headers()}
    policy = wanted.pop("Content-Security-Policy").split("; ")  # in any order
    given = re.findall(r"^Content-Security-Policy: (.+?)\r$", answer, re.MULTILINE)
    lines = [f"\r\n{name}: {value}\r\n" for name, value in wanted.items()]
    wrong = [] if [sorted(each.split("; ")) for each in given] == [sorted(policy)] else policy
    return [*wrong, *(line for line in lines if answer.count(line) != 1)]


@pytest.mark.parametrize(
    ("start", "header", "status"),
    [
        ("GET / HTTP/1.1", "Accept: */*", 200),
        ("GET /nowhere HTTP/1.1", "Accept: */*", 404),
        ("GET /health/live HTTP/1.1", "Accept: */*", 200),
        ("GET /health/ready HTTP/1.1", "Accept: application/json", 200),
        ("POST / HTTP/1.1", "Content-Length: 20000000", 413),
    ],
)
def test_whoever_answers_sends_the_security_headers(server, start: str, header: str, status: int):
    answer = response_to(server, request_head(server, header, start=start))
    assert answer.startswith(f"HTTP/1.1 {status} ")
    assert lacking(answer) == []


def test_a_client_names_no_path_of_the_site(server: Server):
    for value in ("/evil", "\xff"):
        request = request_head(server, f"Daphne-Root-Path: {value}", start="GET / HTTP/1.1")
        answer = response_to(server, request)
        assert answer.startswith("HTTP/1.1 200 ")
        assert "/evil" not in answer


@pytest.fixture(scope="module")
def lan_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if not (address := lan_address()):
        pytest.skip("This machine is on no network.")
    with Server(tmp_path_factory.mktemp("lan"), host=address) as running:
        yield running


def test_a_class_behind_one_address_is_served(lan_server: Server):
    with ExitStack() as stack:
        connections = [stack.enter_context(connect(lan_server)) for _ in range(40 * (6 + 2))]
        for connection in connections:
            connection.sendall(request_head(lan_server, start="GET /health/live HTTP/1.1"))
        assert all(read_all(each).startswith("HTTP/1.1 200 ") for each in connections)


def test_a_client_has_a_limited_number_of_connections(lan_server: Server):
    server = lan_server
    with ExitStack() as stack:
        first, *_ = [stack.enter_context(connect(server)) for _ in range(CONNECTIONS_PER_CLIENT)]
        with connect(server) as one_too_many:
            assert one_too_many.recv(1) == b""  # closed
        first.close()
        wait_until(lambda: is_served(server))


def is_served(server: Server) -> bool:
    try:
        return response_to(server, request_head(server, start="GET / HTTP/1.1")).startswith(
            "HTTP/1.1 200 "
        )
    except ConnectionError:
        return False


@pytest.mark.parametrize(
    ("host", "client"),
    [
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("127.0.0.1", None),
        ("::1", None),
        ("::ffff:127.0.0.1", None),
    ],
)
def test_clients_are_told_apart_by_their_network(host: str, client: str | None):
    assert client_of(host) == client


def test_a_proxy_limits_its_clients_itself(settings):
    settings.TRUSTED_PROXIES = [ip_network("203.0.113.0/24")]
    assert client_of("203.0.113.5") is None
    assert client_of("203.0.114.5") == "203.0.114.5"


def test_the_server_may_open_as_many_files_as_the_system_allows(server: Server):
    if not hasattr(resource, "prlimit"):
        pytest.skip("Only Linux tells the limits of another process.")
    soft, hard = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
    assert soft == hard
