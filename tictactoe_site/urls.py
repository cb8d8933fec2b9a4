from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("account/", include("games.people.accounts.urls")),
    path("", include("games.urls")),
]

handler400 = "games.web.errors.bad_request"
handler404 = "games.web.errors.page_not_found"
handler500 = "games.web.errors.server_error"
