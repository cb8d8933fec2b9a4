"""Somebody who plays on a real server by its plain forms, with a browser's cookies."""

import json
import re
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

from tests.server import Server


class Visitor:
    def __init__(self) -> None:
        self.cookies = CookieJar()
        self._browser = build_opener(HTTPCookieProcessor(self.cookies))

    def start(self, server: Server, **choices: str) -> str:
        return self._post(server, "", "g/", choices).split("/")[-2]

    def move(self, server: Server, game_id: str, *, ply: int, cell: int) -> None:
        page = f"g/{game_id}/"
        self._post(server, page, f"{page}move/", {"ply": ply, "cell": cell})

    def state(self, server: Server, game_id: str) -> dict[str, Any]:
        return json.loads(self.page(server, f"g/{game_id}/", "application/json"))

    def page(self, server: Server, path: str, kind: str = "text/html") -> str:
        request = Request(server.url + path, headers={"Accept": kind})  # noqa: S310
        with self._browser.open(request) as response:
            return str(response.read().decode())

    def _post(self, server: Server, page: str, action: str, fields: dict[str, Any]) -> str:
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.page(server, page))
        form = urlencode({"csrfmiddlewaretoken": token.group(1), **fields}).encode()
        with self._browser.open(server.url + action, form) as response:
            return str(response.url)
