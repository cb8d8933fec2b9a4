from __future__ import annotations

from django.urls import path

from games.study.exhibitions import views
from games.web import converters  # noqa: F401 - registers <game:...>

urlpatterns = [
    path("exhibitions/", views.index, name="exhibitions"),
    path("g/<game:game_id>/why/", views.why, name="why"),
]
