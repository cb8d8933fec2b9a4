"""The pages, and the plain forms by which the game is played without scripts."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import quote

import segno
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.http.request import split_domain_port
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.crypto import get_random_string
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games import clock, drawing, limits, players, protocol, refusals, replies, services, words
from games.ai.levels import LEVELS
from games.clock import CONTROLS
from games.engine import Mark
from games.forms import SIDES, SURPRISE, MoveForm, NameForm, NewGameForm, PlyForm
from games.models import TRANSFER_KEPT, Game, Player, Transfer
from games.protocol import MAX_NUMBER, State
from games.series import ENDLESS, LENGTHS
from games.sessions import PLAYER

View = Callable[..., HttpResponse]

LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}
RECENT = 12
THEMES = {"light": "Light", "dark": "Dark", "system": "System"}
THEME_AGE = 400 * 24 * 60 * 60
NOT_FROM_HERE = "Nothing was changed. Reload the page and try again."
CHOICES = "choices"  # of the last game, in the session
DEFAULTS = {"level": "easy", "side": SURPRISE, "control": "", "best_of": ENDLESS}


class NotAMove(refusals.Refused):
    code = "not_a_move"
    message = "That is not a move. Choose an empty cell of the board."


def action(view: View) -> View:
    """Let only forms act; an address that is merely opened leads to the page it belongs to."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "POST":
            return view(request, *args, **kwargs)
        return redirect("games:detail", **kwargs) if kwargs else redirect("games:home")

    return wrapper


# Always asked for again, yet kept for the back button.
fresh = cache_control(private=True, no_cache=True)


# /


@require_safe
@fresh
def home(request: HttpRequest) -> HttpResponse:
    players.renew(request)
    return _home(request)


@action
def rename(request: HttpRequest) -> HttpResponse:
    form = NameForm(request.POST)
    if not form.is_valid():
        return _home(request, name_form=form)
    services.rename_player(players.acting(request), name=form.cleaned_data["name"])
    messages.success(request, "Your name is changed.")
    return redirect("games:home")


@action
def theme(request: HttpRequest) -> HttpResponse:
    chosen = request.POST.get("theme")
    response = HttpResponseRedirect(_safe_next(request))
    if chosen == "system":
        response.delete_cookie("theme")
    elif chosen in THEMES:
        response.set_cookie("theme", chosen, max_age=THEME_AGE, samesite="Lax")
    return response


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Browsers ask for this on pages that name no icon, such as the admin's."""
    return redirect(static("img/icon.svg"))


# /g/


@action
def create(request: HttpRequest) -> HttpResponse:
    form = NewGameForm(request.POST)
    if not form.is_valid():
        return _home(request, new_game_form=form)
    try:
        limits.count_address(limits.GAMES, _address(request))
        host = players.acting(request)
        limits.count_person(limits.GAMES, host.pk)
    except refusals.TooMany as refusal:
        return _home(request, refusal=refusal)
    _remember(request, form)
    guest = _guest(form, host)
    return redirect(services.create_game(host=host, mark=form.mark(), guest=guest, **form.terms()))


# /g/<id>/


@require_safe
@fresh
def detail(request: HttpRequest, game_id: str) -> HttpResponse:
    replies.reply(game_id)
    try:
        game = services.find_game(game_id)
    except refusals.NoSuchGame:
        return _no_such_game(request)
    if request.get_preferred_type(["text/html", "application/json"]) == "application/json":
        response: HttpResponse = JsonResponse(game.state_for(players.id_in(request.session)))
    else:
        response = _game_page(request, game)
    patch_vary_headers(response, ["Accept"])
    return response


@action
def join(request: HttpRequest, game_id: str) -> HttpResponse:
    if not Game.objects.filter(pk=game_id).exists():
        return _no_such_game(request)
    try:
        player = players.acting(request)
        limits.count_person(limits.JOINS, player.pk)
        services.join_game(game_id, player)
    except (refusals.SeatTaken, refusals.Closed, refusals.TooMany) as refusal:
        messages.info(request, refusal.message)
    return redirect("games:detail", game_id)


@action
def move(request: HttpRequest, game_id: str) -> HttpResponse:
    def play(player: Player) -> Game:
        form = MoveForm(request.POST)
        if not form.is_valid():
            raise NotAMove
        return services.play_move(game_id, player, **form.cleaned_data)

    return _change(request, game_id, play)


@action
def undo(request: HttpRequest, game_id: str) -> HttpResponse:
    return _change(
        request, game_id, lambda player: services.undo(game_id, player, **_ply_of(request))
    )


@action
def decline(request: HttpRequest, game_id: str) -> HttpResponse:
    ply = _ply_of(request)["ply"]
    return _change(request, game_id, lambda player: services.decline(game_id, player, ply=ply))


@action
def withdraw(request: HttpRequest, game_id: str) -> HttpResponse:
    return _change(request, game_id, lambda player: services.withdraw(game_id, player))


@action
def resign(request: HttpRequest, game_id: str) -> HttpResponse:
    return _change(request, game_id, lambda player: services.resign(game_id, player))


@action
def claim(request: HttpRequest, game_id: str) -> HttpResponse:
    result = services.WIN if request.POST.get("result") == services.WIN else services.DRAW
    return _change(request, game_id, lambda player: services.claim(game_id, player, result=result))


@action
def rematch(request: HttpRequest, game_id: str) -> HttpResponse:
    return _change(request, game_id, lambda player: services.rematch(game_id, player))


# /device/


@action
def leave(request: HttpRequest) -> HttpResponse:
    """Make the link that takes a visitor to another device."""
    player = players.acting(request)
    request.session.save()
    secret = services.offer_transfer(player, session_key=str(request.session.session_key))
    path = f"{reverse('games:arrive', args=[secret])}?next={quote(_safe_next(request))}"
    link = _absolute(request, path)
    context = {"link": link, "qr_code": _qr_code(link), "minutes": TRANSFER_KEPT.seconds // 60}
    response = render(request, "games/leave.html", {**context, **_reach(request)})
    response["Cache-Control"] = "no-store"
    return response


def arrive(request: HttpRequest, secret: str) -> HttpResponse:
    """Let a visitor come from another device, when they press the button.

    Not on opening the link, for previews of messages open links too.
    """
    try:
        transfer = services.find_transfer(secret)
        if request.method != "POST":
            return render(request, "games/arrive.html", _arrival(request, transfer))
        request.session[PLAYER] = services.accept_transfer(secret).pk
    except refusals.LinkUsed as refusal:
        return render(request, "games/link_used.html", {"alert": refusal.message}, status=410)
    request.session.cycle_key()
    messages.success(request, f"You are {transfer.player} on this device now.")
    return redirect(_safe_next(request))


# Pages for what went wrong


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    if request.content_type == "application/json":
        return JsonResponse(protocol.no(None, "not_from_here", NOT_FROM_HERE, None), status=403)
    return render(request, "403_csrf.html", status=403)


# Helpers


def _home(
    request: HttpRequest,
    *,
    name_form: NameForm | None = None,
    new_game_form: NewGameForm | None = None,
    refusal: refusals.TooMany | None = None,
) -> HttpResponse:
    player = players.current(request)
    recent = _recent(player) if player else []
    context = {
        "player": player,
        "levels": LEVELS.values(),
        "sides": SIDES,
        "choices": _choices(request),
        "recent": recent,
        "joined": [(entry["game"], entry["joined"]) for entry in recent if entry["joined"]],
        "name_form": name_form or NameForm(initial={"name": player.name if player else ""}),
        "new_game_form": new_game_form,
        "alert": refusal.message if refusal else "",
        "controls": CONTROLS.items(),
        "lengths": LENGTHS.items(),
    }
    status = 429 if refusal else 400 if name_form or new_game_form else 200
    return render(request, "games/home.html", context, status=status)


def _recent(player: Player) -> list[dict[str, Any]]:
    recent = []
    for game in Game.objects.with_players().of(player)[:RECENT]:
        facts, you = game.facts(), game.marks_of(player.pk)
        recent.append(
            {
                "game": game,
                "words": words.status(facts, you),
                "drawing": drawing.picture(facts),
                "joined": game.unmet_guest(player.pk),
            }
        )
    return recent


def _choices(request: HttpRequest) -> dict[str, Any]:
    return {**DEFAULTS, **request.session.get(CHOICES, {})}


def _remember(request: HttpRequest, form: NewGameForm) -> None:
    # A form that does not ask for something leaves it as it was.
    chosen = {name: form.cleaned_data[name] for name in DEFAULTS if name in form.data}
    request.session[CHOICES] = {**_choices(request), **chosen}


def _guest(form: NewGameForm, host: Player) -> Player | None:
    match form.cleaned_data["opponent"]:
        case NewGameForm.COMPUTER:
            return Player.objects.of_level(LEVELS[form.cleaned_data["level"]])
        case NewGameForm.DEVICE:
            return host
    return None


def _change(request: HttpRequest, game_id: str, change: Callable[[Player], Game]) -> HttpResponse:
    """Make a change for the visitor and show its game, or the sentence why it was refused."""
    try:
        player = players.current(request)
        if player is None:
            raise refusals.NotYourGame
        players.renew(request)
        return redirect(change(player))
    except refusals.NoSuchGame:
        return _no_such_game(request)
    except refusals.Refused as refusal:
        game = Game.objects.with_players().filter(pk=game_id).first()
        return _game_page(request, game, refusal) if game else _no_such_game(request)


def _game_page(
    request: HttpRequest, game: Game, refusal: refusals.Refused | None = None
) -> HttpResponse:
    state = game.state_for(players.id_in(request.session))
    if game.status == Game.Status.WAITING and not state["you"]:
        return _invitation(request, game)
    ply = _ply(request, game)
    link = _absolute(request, game.get_absolute_url())
    context = {
        "game": game,
        "state": state,
        "ply": ply,
        "drawing": drawing.draw(state, ply),
        "history": drawing.history(state),
        "is_your_move": ply is None and state["status"] == "playing" and game.turn in state["you"],
        "link": link,
        "qr_code": _qr_code(link) if game.status == Game.Status.WAITING else "",
        "alert": refusal.message if refusal else "",
        "clocks": _clocks(state),
        "is_alone": game.is_hot_seat or game.level is not None,
        "joined": game.unmet_guest(players.id_in(request.session)),
        "message": get_random_string(16),
        "reactions": words.REACTIONS.items(),
        **_reach(request),
    }
    _note_seen(request, game)
    return render(request, "games/game.html", context, status=409 if refusal else 200)


def _clocks(state: State) -> dict[str, str]:
    left = state["clock"]["left"] if state["clock"] else {}
    return {mark: clock.face(milliseconds) for mark, milliseconds in left.items()}


def _note_seen(request: HttpRequest, game: Game) -> None:
    id = players.id_in(request.session)
    if id is not None and game.marks_of(id):
        services.note_seen(game.pk, id)


def _ply_of(request: HttpRequest) -> dict[str, Any]:
    form = PlyForm(request.POST)
    return form.cleaned_data if form.is_valid() else {"ply": MAX_NUMBER}


def _arrival(request: HttpRequest, transfer: Transfer) -> dict[str, Any]:
    return {
        "player": transfer.player,
        "here": players.current(request),
        "next": _safe_next(request),
    }


def _address(request: HttpRequest) -> str:
    """Return the visitor's address: behind a proxy, as the proxy saw it."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "") if settings.PRODUCTION else ""
    return (forwarded.rpartition(",")[2] or request.META.get("REMOTE_ADDR", "")).strip()


def _invitation(request: HttpRequest, game: Game) -> HttpResponse:
    free = Mark.O if game.x else Mark.X
    context = {
        "game": game,
        "host": game.seat_name(free.opponent),
        "mark": free,
        "run": words.number(game.shape.run),
    }
    return render(request, "games/invitation.html", context)


def _ply(request: HttpRequest, game: Game) -> int | None:
    """Return the ply asked for in the address, None for the game as it stands."""
    text = request.GET.get("ply", "")
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        return None
    return int(text) if int(text) < game.ply else None


def _no_such_game(request: HttpRequest) -> HttpResponse:
    return render(request, "games/no_such_game.html", status=404)


def _safe_next(request: HttpRequest) -> str:
    url = request.POST.get("next", request.GET.get("next", ""))
    is_here = url.startswith("/") and url_has_allowed_host_and_scheme(url, allowed_hosts=None)
    return url if is_here else "/"


def _absolute(request: HttpRequest, path: str) -> str:
    """Return an address for another device."""
    if _is_local(request) and settings.LAN_ADDRESS:
        return f"{settings.LAN_ADDRESS}{path}"
    return request.build_absolute_uri(path)


def _reach(request: HttpRequest) -> dict[str, bool]:
    """Say if links lead to this device only."""
    return {"is_local": _is_local(request) and not settings.LAN_ADDRESS}


def _qr_code(link: str) -> SafeString:
    # The link is drawn, not written, so nothing in it can become markup.
    picture = segno.make(link, micro=False).svg_inline(scale=4, border=2, omitsize=True)
    return mark_safe(picture)  # noqa: S308


def _is_local(request: HttpRequest) -> bool:
    return split_domain_port(request.get_host())[0] in LOOPBACK
