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
SITE_PICTURE = "img/preview.png"

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
    url, image = absolute_url(request, request.path), absolute_url(request, static(SITE_PICTURE))
    return _preview(url, title, description, image, gettext("A board of tic-tac-toe"))


def _of_game(request: HttpRequest, game: Game, title: str, description: str) -> Preview:
    url = absolute_url(request, game.get_absolute_url())
    picture = f"{reverse('games:picture', args=[game.pk])}?version={game.version}"
    return _preview(url, title, description, absolute_url(request, picture), title)


def _preview(url: str, title: str, description: str, image: str, alt: str) -> Preview:
    tags = {"url": url, "title": title, "description": description, "image": image, "alt": alt}
    return {"preview": tags}
