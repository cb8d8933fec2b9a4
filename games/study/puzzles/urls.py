from __future__ import annotations

from django.urls import path

from games.study.puzzles import views

urlpatterns = [
    path("puzzles/", views.puzzles, name="puzzles"),
    path("puzzles/today/", views.today, name="puzzles_today"),
    path("puzzles/days/", views.days, name="puzzle_days"),
    path("puzzles/print/", views.print_puzzles, name="puzzles_print"),
    path("puzzles/next/", views.next_puzzle, name="puzzles_next"),
    path("puzzles/<slug:puzzle_id>/", views.puzzle, name="puzzle"),
    path("puzzles/<slug:puzzle_id>/answer/", views.answer, name="puzzle_answer"),
    path("puzzles/<slug:puzzle_id>/hint/", views.hint, name="puzzle_hint"),
    path("puzzles/<slug:puzzle_id>/show/", views.show, name="puzzle_show"),
]
