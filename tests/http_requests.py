from http.client import HTTPConnection, HTTPMessage
from typing import NamedTuple


class Answer(NamedTuple):
    status: int
    headers: HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


def ask(
    connection: HTTPConnection, path: str, body: str | None = None, method: str = "", **headers: str
) -> Answer:
    fields = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method or ("GET" if body is None else "POST"), path, body, fields)
    response = connection.getresponse()
    return Answer(response.status, response.headers, response.read())
