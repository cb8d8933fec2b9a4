from __future__ import annotations

from django.urls import path, register_converter
from django.urls.converters import StringConverter
from django.views.generic import RedirectView

from games.tournaments.models import Tournament, read_code
from games.tournaments.views import common, host, player, wall


class Code(StringConverter):
    regex = "[A-Za-z]{3}[ -]?[A-Za-z]{3}"

    def to_python(self, value: str) -> str:
        return read_code(value)


register_converter(Code, "code")

urlpatterns = [
    path("t/", common.find, name="tournaments"),
    path("t/new/", host.open_one, name="tournament_new"),
    # In capitals the code that a camera reads has fewer and so larger squares.
    path("T/<code:code>/", RedirectView.as_view(pattern_name="games:tournament", permanent=True)),
    path("t/<code:code>/", player.page, name="tournament"),
    path(
        "t/<code:code>/state/", common.state, {"key": Tournament.revision}, name="tournament_state"
    ),
    path("t/<code:code>/rest/", player.rest, name="tournament_rest"),
    path("t/<code:code>/name/", player.rename, name="tournament_name"),
    path("t/<code:code>/answer/", player.answer, name="tournament_answer"),
    path("t/<code:code>/wall/", wall.wall, name="tournament_wall"),
    path(
        "t/<code:code>/wall/state/", common.state, {"key": wall.key}, name="tournament_wall_state"
    ),
    path("t/<code:code>/picture.png", wall.picture, name="tournament_picture"),
    path("t/<code:code>/host/", host.host, name="tournament_host"),
    path("t/<code:code>/change/", host.change, name="tournament_change"),
    path("t/<code:code>/ask/", host.choose_position, name="tournament_positions"),
    path("t/<code:code>/host/ask/", host.ask, name="tournament_ask"),
    path("t/<code:code>/host/<slug:act>/", host.act, name="tournament_act"),
    path("t/<code:code>/learn/", host.learn, name="tournament_learn"),
    path("t/<code:code>/table.csv", host.table_as_csv, name="tournament_table"),
    path("t/<code:code>/games.csv", host.games_as_csv, name="tournament_games"),
    path("t/<code:code>/worksheet/", host.worksheet, name="tournament_worksheet"),
]
