from __future__ import annotations

from importlib.util import find_spec

from django.conf import global_settings

LOGIN_URL, LOGIN_REDIRECT_URL = "account_login", "admin:index"
AUTHENTICATION_BACKENDS = ["games.people.accounts.backend.AccountBackend"]
PASSWORD_RESET_TIMEOUT = 24 * 60 * 60  # seconds for which a link to a new password works
ACCOUNT_ADAPTER = "games.people.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "games.people.accounts.forms.SignInForm",
    "signup": "games.people.accounts.forms.SignUpForm",
    "change_password": "games.people.accounts.forms.ChangePasswordForm",
    "reset_password_from_key": "games.people.accounts.forms.NewPasswordForm",
    "reauthenticate": "games.people.accounts.forms.PasswordForm",
}
# A browser left open is not enough to give the account an address, or to delete it.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = {"password"}
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*"]
# An address is there for a lost password alone, and only where the site can send mail.
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_MAX_EMAIL_ADDRESSES = 1
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_SIGNUP_REDIRECT_URL = "games:home"
# A school may be behind one address, so these are far above what a class does at once. Wrong
# passwords are counted in games/play/limits.py, by name first.
ACCOUNT_RATE_LIMITS = {
    "login_failed": None,
    "login": "300/m/ip",
    "signup": "120/m/ip",
    "reset_password": "60/m/ip,5/m/key",
    "reset_password_from_key": "120/m/ip",
}
MFA_ADAPTER = "games.people.accounts.adapter.PasskeyAdapter"
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_FORMS = {
    "add_webauthn": "games.people.accounts.passkeys.AddPasskeyForm",
    "login_webauthn": "games.people.accounts.passkeys.PasskeyLoginForm",
}
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_RATE_LIMITS = {"webauthn_login": "60/m/ip"}
# Passkeys are there if the package for them is: pip install 'tictactoe-site[passkeys]'.
MFA_SUPPORTED_TYPES = ["webauthn"] if find_spec("fido2") else []
USERSESSIONS_ADAPTER = "games.people.accounts.adapter.BrowsersAdapter"
# In the place of Django's first, whose hashes it makes and reads.
PASSWORD_HASHERS = [
    "games.people.accounts.hashers.OpaquePBKDF2",
    *global_settings.PASSWORD_HASHERS[1:],
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
