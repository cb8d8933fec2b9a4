from __future__ import annotations

from django.urls import path

from games.study.tree import views

urlpatterns = [
    path("tree/", views.tree, name="tree"),
    path("tree/real-search/", views.real_search, name="tree_real"),
    path("tree/two-ways/", views.two_ways, name="tree_two_ways"),
    path("tree/count/", views.former_count, name="former_tree_count"),
]
