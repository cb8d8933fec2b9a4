"""allauth looks most of them up by these names."""

from __future__ import annotations

from allauth.account import views as allauth
from allauth.account.decorators import reauthentication_required
from django.urls import path, re_path
from django.views.decorators.http import require_POST

from games.people.accounts import views
from games.web import passwords

# Asked before the form is there, so that nobody fills it in twice.
email = reauthentication_required(allauth.email)

urlpatterns = [
    path("", views.account, name="account"),
    path("sign-up/", allauth.signup, name="account_signup"),
    path("sign-in/", allauth.login, name="account_login"),
    path("sign-out/", views.sign_out, name="account_logout"),
    path("locked/", allauth.account_inactive, name="account_inactive"),
    path("games/", views.bring_games, name="account_bring_games"),
    path("browsers/", views.BrowsersView.as_view(), name="usersessions_list"),
    path("codes/", views.recovery_codes, name="account_recovery_codes"),
    path("lost-password/", views.recover, name="account_recover"),
    path("lost-password/email/", allauth.password_reset, name="account_reset_password"),
    path(
        "lost-password/email/sent/",
        allauth.password_reset_done,
        name="account_reset_password_done",
    ),
    path("email/", email, name="account_email"),
    path("email/<str:key>/", allauth.confirm_email, name="account_confirm_email"),
    path("password/", allauth.password_change, name="account_change_password"),
    path("password/again/", allauth.reauthenticate, name="account_reauthenticate"),
    re_path(  # as allauth puts it together for mails
        r"^password/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>[\w-]+)/$",
        allauth.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
]
if views.HAS_PASSKEYS:
    from allauth.mfa.webauthn import views as webauthn

    from games.people.accounts.passkeys import RemoveView

    urlpatterns += [
        path("passkeys/", webauthn.list_webauthn, name="mfa_list_webauthn"),
        path("passkeys/", webauthn.list_webauthn, name="mfa_index"),  # after one was added
        path("passkeys/add/", webauthn.add_webauthn, name="mfa_add_webauthn"),
        path("passkeys/sign-in/", webauthn.login_webauthn, name="mfa_login_webauthn"),
        path(
            "passkeys/<int:pk>/remove/",
            require_POST(RemoveView.as_view()),
            name="mfa_remove_webauthn",
        ),
        path("passkeys/<int:pk>/rename/", webauthn.edit_webauthn, name="mfa_edit_webauthn"),
    ]

HASHING = {
    "account_signup",
    "account_login",
    "account_recover",
    "account_change_password",
    "account_reauthenticate",
    "account_reset_password_from_key",
}
BY_EMAIL = {
    "account_reset_password",
    "account_reset_password_done",
    "account_email",
    "account_confirm_email",
}
for each in urlpatterns:
    each.callback = views.guarded(each.callback, by_email=each.name in BY_EMAIL)
    if each.name in HASHING:
        passwords.hashes(each.callback)
