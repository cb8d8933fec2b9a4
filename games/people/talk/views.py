"""What is said, by forms without scripts: words, or one of the pictures."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.people.talk.services import say as say_words
from games.play import services
from games.play.errors import NotYourGame
from games.protocol import REACTIONS
from games.sockets.commands import check_speaking
from games.web import players
from games.web.common import action


@action
def say(request: HttpRequest, game_id: str) -> HttpResponse:
    player = players.current(request)
    if player is None:
        raise NotYourGame
    check_speaking(request.COOKIES)
    reaction, words = request.POST.get("reaction", ""), request.POST.get("words", "")
    if reaction in REACTIONS:
        services.react(game_id, player.pk, reaction=reaction)
    else:
        say_words(game_id, player.pk, words=words)
    return redirect("games:detail", game_id)
