"""All settings. What an operator may change comes from the environment; see the README."""

from __future__ import annotations

import os
from pathlib import Path

from csp.constants import NONE, SELF

from tictactoe_site.environment import env_bool, env_list, env_required, local_hosts, stored_secret

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("DATA_DIR") or BASE_DIR / "var")

DEBUG = env_bool("DEBUG")
PRODUCTION = env_bool("PRODUCTION")

if PRODUCTION:
    SECRET_KEY = env_required("SECRET_KEY")
    ALLOWED_HOSTS = env_required("ALLOWED_HOSTS") and env_list("ALLOWED_HOSTS")
else:
    SECRET_KEY = os.environ.get("SECRET_KEY") or stored_secret(DATA_DIR)
    ALLOWED_HOSTS = env_list("ALLOWED_HOSTS") or local_hosts()

INSTALLED_APPS = [
    "daphne",  # before staticfiles, for its runserver
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "channels",
    "csp",
    "games",
    "games.ai",
    "tictactoe_site",  # for its command
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "servestatic.middleware.ServeStaticMiddleware",
    "csp.middleware.CSPMiddleware",
    "tictactoe_site.charsets.OnlyUtf8",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "tictactoe_site.urls"
ASGI_APPLICATION = "tictactoe_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": DATA_DIR / "games.sqlite3",
        "OPTIONS": {
            "timeout": 20,
            # A writer that starts as a reader can fail at once on a busy database; this waits.
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
    },
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.core.RedisChannelLayer",
        "CONFIG": {"hosts": [os.environ["REDIS_URL"]]},
    }
    if os.environ.get("REDIS_URL")
    else {"BACKEND": "games.realtime.channel_layer.MemoryChannelLayer"},
}

# The session is the only key to a player's seats, so it lives as long as browsers allow
# (400 days) and starts anew whenever its player does something or comes to the first page.
SESSION_ENGINE = "games.sessions"
SESSION_COOKIE_AGE = 400 * 24 * 60 * 60
SESSION_COOKIE_NAME = "session"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
CSRF_FAILURE_VIEW = "games.views.errors.csrf_failure"

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "tictactoe_site.static.HashedStaticFilesStorage"},
}

LANGUAGE_CODE = "en-gb"
TIME_ZONE = os.environ.get("TIME_ZONE") or "UTC"
USE_TZ = True

# Where other devices find this server, set by the play command when it listens to the network.
LAN_ADDRESS = ""

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"

# Browsers ignore this header, loudly, on plain http to another machine.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if PRODUCTION else None
SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PRODUCTION
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PRODUCTION else None
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = PRODUCTION

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    # What a visitor got wrong is their news, not the operator's.
    "loggers": {
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
}
