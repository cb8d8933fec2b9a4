from __future__ import annotations

from django.urls import path

from games.study.explorer import views

urlpatterns = [
    path("explore/", views.explorer, {"board": "connect-four"}, name="explorer_start"),
    path("explore/<slug:board>/", views.explorer, name="explorer"),
]
