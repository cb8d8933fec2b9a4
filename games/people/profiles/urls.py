from __future__ import annotations

from django.urls import path
from django.views.generic import RedirectView

from games.people.profiles import album, game_import, offline_wins, views

own_games = RedirectView.as_view(pattern_name="games:own_games", permanent=True)

urlpatterns = [
    path("album/", album.album, name="album"),
    path("album/offline/", offline_wins.bring, name="bring_offline_wins"),
    path("games/", views.own_games, name="own_games"),
    path("games/import/", game_import.import_game, name="import_game"),
    path("games/statistics/", own_games),
    path("players/", views.profile, name="profiles"),
    path("players/<str:name>/", views.profile, name="profile"),
    path("profile/", views.own_profile, name="own_profile"),
    path("everything.json", views.everything, name="everything"),
]
