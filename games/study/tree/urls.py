from __future__ import annotations

from django.urls import path
from django.views.generic import RedirectView

from games.study.tree import views

FORMER_COUNT = RedirectView.as_view(pattern_name="games:tree", query_string=True)

urlpatterns = [
    path("tree/", views.tree, name="tree"),
    path("tree/real-search/", views.real_search, name="tree_real"),
    path("tree/two-ways/", views.two_ways, name="tree_two_ways"),
    # Links to the page that once counted are still around.
    path("tree/count/", FORMER_COUNT, name="former_tree_count"),
]
