from __future__ import annotations

from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.models import Game
from games.presentation import board_wording, player_wording, wording
from games.protocol import Snapshot
from games.web.common import absolute_url

SITE = _("Tic-tac-toe")
DESCRIPTION = _("Play tic-tac-toe: the computer, a friend anywhere, or someone beside you.")

Preview = dict[str, dict[str, str]]


def of_site(request: HttpRequest, title: str = SITE, description: str = DESCRIPTION) -> Preview:
    return of_page(request, gettext(title), gettext(description))


def of_game(request: HttpRequest, game: Game, snapshot: Snapshot) -> Preview:
    board, words = board_wording.board(game.variant), wording.status(snapshot, ()).removesuffix(".")
    return _of_game(request, game, player_wording.rivals(snapshot), f"{board}. {words}.")


def of_invitation(request: HttpRequest, game: Game, host: str) -> Preview:
    title = board_wording.invitation(host, game.variant)
    terms = wording.terms(game)
    description = " ".join([board_wording.rule(game.variant), *(f"{term}." for term in terms)])
    return _of_game(request, game, title, description)


def of_page(request: HttpRequest, title: str, description: str) -> Preview:
    alt = gettext("A board of tic-tac-toe")
    return _preview(request, request.path, title, description, static("img/preview.png"), alt)


def _of_game(request: HttpRequest, game: Game, title: str, description: str) -> Preview:
    picture = f"{reverse('games:picture', args=[game.pk])}?version={game.version}"
    return _preview(request, game.get_absolute_url(), title, description, picture, title)


def _preview(
    request: HttpRequest, path: str, title: str, description: str, image: str, alt: str
) -> Preview:
    addresses = {"url": absolute_url(request, path), "image": absolute_url(request, image)}
    return {"preview": {**addresses, "title": title, "description": description, "alt": alt}}
