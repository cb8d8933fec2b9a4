import gzip
import re

import pytest

from tests.server import Server


@pytest.fixture
def style(server: Server) -> str:
    found = re.search(r'href="/(static/css/base\.[0-9a-f]{12}\.css)"', server.get().text)
    return found[1]


def test_it_is_sent_whole_again_and_again(server: Server, style: str):
    for _ in range(2):
        status, headers, body = server.get(style)
        assert (status, body) == (200, (server.data / style).read_bytes())
        assert headers["Content-Type"].startswith("text/css")
        assert headers["Content-Length"] == str(len(body))
        assert "immutable" in headers["Cache-Control"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "Content-Security-Policy" not in headers
        unchanged = server.get(style, If_None_Match=headers["ETag"])
        assert (unchanged.status, unchanged.body) == (304, b"")


def test_scripts_import_each_other_under_hashed_names(server: Server):
    [script] = (server.data / "static" / "js" / "pages" / "game").glob("main.????????????.js")
    imports = re.findall(r'from "(.+?)"|import "(.+?)"', script.read_text())
    assert imports
    assert all(re.search(r"\.[0-9a-f]{12}\.js$", a or b) for a, b in imports)


def test_other_sites_may_show_the_picture_of_links_to_this_one(server: Server):
    picture = re.search(r'"og:image" content="[^"]+?/(static/img/[^"]+)"', server.get().text)
    assert server.get(picture[1]).headers["Cross-Origin-Resource-Policy"] == "cross-origin"


def test_it_is_sent_compressed_to_who_can_read_that(server: Server, style: str):
    for _ in range(2):
        small = server.get(style, Accept_Encoding="gzip")
        assert small.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(small.body) == (server.data / style).read_bytes()
        assert server.get(style).body == (server.data / style).read_bytes()
