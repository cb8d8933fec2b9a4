"""The addresses of accounts. allauth looks most of them up by these names."""

from __future__ import annotations

from django.urls import include, path, re_path

from games.people.accounts import views

urlpatterns = [
    path("", views.account, name="account"),
    path("sign-up/", views.sign_up, name="account_signup"),
    path("sign-in/", views.sign_in, name="account_login"),
    path("sign-out/", views.sign_out, name="account_logout"),
    path("locked/", views.locked, name="account_inactive"),
    path("games/", views.bring_games, name="account_bring_games"),
    path("browsers/", views.browsers, name="usersessions_list"),
    path("codes/", views.recovery_codes, name="account_recovery_codes"),
    path("lost-password/", views.recover, name="account_recover"),
    path("lost-password/email/", views.mail_password_link, name="account_reset_password"),
    path(
        "lost-password/email/sent/",
        views.password_link_mailed,
        name="account_reset_password_done",
    ),
    path("email/", views.email, name="account_email"),
    path("email/<str:key>/", views.confirm_email, name="account_confirm_email"),
    path("password/", views.change_password, name="account_change_password"),
    path("password/again/", views.ask_password, name="account_reauthenticate"),
    re_path(  # as allauth puts it together for mails
        r"^password/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>[\w-]+)/$",
        views.set_password,
        name="account_reset_password_from_key",
    ),
]
if views.HAS_PASSKEYS:
    urlpatterns.append(path("passkeys/", include("games.people.accounts.passkeys")))
