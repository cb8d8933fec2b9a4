from __future__ import annotations

from django.urls import path

from games.people.duels import views

urlpatterns = [path("duels/", views.duels, name="duels")]
