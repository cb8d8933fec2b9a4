"""The addresses of the search tree."""

from __future__ import annotations

from django.urls import path

from games.study.tree import views

urlpatterns = [
    path("tree/", views.tree, name="tree"),
    path("tree/nodes/", views.nodes, name="tree_nodes"),
    path("tree/count/", views.count, name="tree_count"),
]
