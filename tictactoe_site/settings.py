"""All settings. What an operator may change comes from the environment; see deploy/README.md."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.functional import SimpleLazyObject

from games.ops import program
from tictactoe_site import environment, security_headers
from tictactoe_site.account_settings import *  # noqa: F403
from tictactoe_site.database import database_at
from tictactoe_site.environment import flag, read

BASE_DIR = Path(__file__).resolve().parent.parent
RESOURCES = BASE_DIR if program.IS_CHECKOUT else BASE_DIR / "tictactoe_site" / "resources"
YEAR = 365 * 24 * 60 * 60  # in seconds
SHORTEST_SECRET = 32  # characters

# An empty variable counts as unset.
DEFAULT_DATA = BASE_DIR / "var" if program.IS_CHECKOUT else environment.user_data(program.PACKAGE)
DATA_DIR = read("DATA_DIR", Path, default=str(DEFAULT_DATA))
DEBUG = read("DEBUG", flag)
PRODUCTION = read("PRODUCTION", flag)
SECRET_KEY = read("SECRET_KEY", str)
SECRET_KEY_FALLBACKS = read("SECRET_KEY_FALLBACKS", environment.former_secrets)
ALLOWED_HOSTS = read("ALLOWED_HOSTS", environment.hosts)
DATABASE = read("DATABASE_URL", partial(database_at, default=DATA_DIR / "games.sqlite3"))
REDIS_URLS = read("REDIS_URL", environment.redis_urls)
# How many searches for the computer's moves run at once; 0 chooses that by the number of cores.
SEARCH_PROCESSES = read("SEARCH_PROCESSES", environment.count)
TIME_ZONE = read("TIME_ZONE", environment.time_zone, default="UTC")
LOOPBACK = "127.0.0.1,::1" if PRODUCTION else ""
TRUSTED_PROXIES = read("TRUSTED_PROXIES", environment.networks, default=LOOPBACK)
PUBLIC_STATIC_ROOT = read("STATIC_ROOT", str)
HSTS_SECONDS = read("HSTS_SECONDS", environment.seconds, default="3600")
HSTS_SUBDOMAINS = read("HSTS_SUBDOMAINS", flag)
HSTS_PRELOAD = read("HSTS_PRELOAD", flag)
LOG_FORMAT = read("LOG_FORMAT", environment.choice("text", "json"), default="text")
LOG_ADDRESSES = read("LOG_ADDRESSES", flag)
METRICS_ADDRESSES = read("METRICS_ADDRESSES", environment.networks)
METRICS_TOKEN = read("METRICS_TOKEN", environment.token)
PUSH_KEY = read("PUSH_KEY", environment.push_key)
EMAIL = read("EMAIL_URL", environment.email_server)
SET_PHRASES_ONLY = read("SET_PHRASES_ONLY", flag)
environment.check_names()

if PRODUCTION and len(SECRET_KEY) < SHORTEST_SECRET:
    raise ImproperlyConfigured(
        f"SECRET_KEY must have at least {SHORTEST_SECRET} characters when PRODUCTION is on. "
        "Make one with: openssl rand -hex 32"
    )
if PRODUCTION and not ALLOWED_HOSTS:
    raise ImproperlyConfigured("ALLOWED_HOSTS must be set when PRODUCTION is on.")
if PRODUCTION and DEBUG:
    raise ImproperlyConfigured("DEBUG must be off when PRODUCTION is on: it shows the site's code.")
if HSTS_PRELOAD and not (HSTS_SUBDOMAINS and HSTS_SECONDS >= YEAR):
    raise ImproperlyConfigured(
        f"HSTS_PRELOAD needs HSTS_SUBDOMAINS to be on and HSTS_SECONDS to be at least {YEAR}."
    )
# Made when it is first needed: no help and no start that fails leaves one behind.
SECRET_KEY = SECRET_KEY or SimpleLazyObject(  # type: ignore[assignment]
    partial(environment.stored_secret, DATA_DIR)
)
STORES_PUSH_KEY = not PUSH_KEY
PUSH_KEY = PUSH_KEY or SimpleLazyObject(  # type: ignore[assignment]
    partial(environment.stored_push_key, DATA_DIR)
)
ACCEPTS_OWN_ADDRESSES = not ALLOWED_HOSTS
ALLOWED_HOSTS = ALLOWED_HOSTS or environment.local_hosts()
# Limits are counted on the first Redis server; events are spread over all of them.
REDIS_URL = REDIS_URLS[0] if REDIS_URLS else ""

INSTALLED_APPS = [
    # For its runserver, which needs a place before staticfiles. ``play`` imports Daphne when it
    # begins to serve; other commands start in two thirds of the time without it.
    *(["daphne"] if DEBUG else []),
    "servestatic",  # before staticfiles as well; brings the checks of its settings
    "games.staff.apps.AdminConfig",  # django.contrib.admin with a login of ours
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "channels",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "games",
    "games.ai",
    # What they show on the page of a game stands there in this order.
    "games.study",
    "games.study.exhibitions",
    "games.study.explorer",
    "games.study.menace",
    "games.study.puzzles",
    "games.study.reviews",
    "games.people.profiles",
    "games.people.moderation",
    "games.people.lobby",
    "games.people.duels",
    "games.people.friends",
    "games.people.accounts",  # whose settings come last
    "games.staff",
    "tictactoe_site",  # for its command
]

MIDDLEWARE = [
    "tictactoe_site.middleware.observe",
    "tictactoe_site.middleware.answer_monitors",
    "tictactoe_site.middleware.StaticFilesMiddleware",
    "tictactoe_site.request_queue.RequestQueueMiddleware",
    "django.middleware.security.SecurityMiddleware",
    # BREACH guesses secrets from the size of compressed pages that also hold visitors' text.
    # Against that Django masks CSRF tokens anew in each page, and pads each page by a random size.
    # Under ASGI it compresses in a thread.
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "games.web.sessions.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "games.web.pasted_links.mend_pasted_links",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "games.people.moderation.browsers.RestrictionsMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "tictactoe_site.middleware.OnlyTextMiddleware",
    "tictactoe_site.middleware.forbid_indexing",
]

ROOT_URLCONF = "tictactoe_site.urls"
ASGI_APPLICATION = "tictactoe_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [RESOURCES / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.web.context_processors.page",
                "games.people.friends.views.every_page",
            ],
        },
    },
]

DATABASES = {"default": DATABASE}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "games.bus.redis_layer.RelayingChannelLayer",
        "CONFIG": {"hosts": REDIS_URLS},
    }
    if REDIS_URLS
    else {"BACKEND": "games.bus.memory_layer.MemoryChannelLayer"},
}

IN_MEMORY = "django.core.cache.backends.locmem.LocMemCache"
CACHES = {
    # What allauth counts for its limits, for all processes together.
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},  # seconds
    }
    if REDIS_URL
    else {"BACKEND": IN_MEMORY, "OPTIONS": {"MAX_ENTRIES": 10_000}},
    # Of each process: pictures of games, as drawn lately, of 10 to 300 KB each; and how many games
    # are live.
    "process": {
        "BACKEND": IN_MEMORY,
        "LOCATION": "process",
        "TIMEOUT": 24 * 60 * 60,
        "OPTIONS": {"MAX_ENTRIES": 100},
    },
    # What the tag {% cache %} of templates keeps; whoever edits a template wants to see it.
    "template_fragments": {
        "BACKEND": "django.core.cache.backends.dummy.DummyCache" if DEBUG else IN_MEMORY,
        "LOCATION": "template_fragments",
    },
}

# The session cookie is the only proof that a seat, or an account, is one's own. So it lives as long
# as browsers allow (400 days), and is prolonged once a day while its player comes; a staff login in
# it is not.
SESSION_ENGINE = "games.web.sessions"
SESSION_COOKIE_AGE = 400 * 24 * 60 * 60
SESSION_COOKIE_NAME = "session"

HAS_EMAIL = bool(EMAIL)
if EMAIL:
    vars().update(EMAIL)
CSRF_FAILURE_VIEW = "games.web.errors.csrf_failure"

# Bytes of a request's body. The server refuses a larger body while it arrives, and Django any that
# gets past the server. No form here needs more than a few hundred bytes.
DATA_UPLOAD_MAX_MEMORY_SIZE = FILE_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024

STATIC_URL = "static/"
STATIC_ROOT = Path(PUBLIC_STATIC_ROOT or DATA_DIR / "static")
if STATIC_ROOT.resolve() == RESOURCES / "static":
    raise ImproperlyConfigured("STATIC_ROOT must be a folder of its own, not that of the program.")
# The server reads the collected files itself. Only a folder of their own is for others as well.
FILE_UPLOAD_PERMISSIONS = 0o644 if PUBLIC_STATIC_ROOT else 0o600
FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o755 if PUBLIC_STATIC_ROOT else 0o700
STATICFILES_DIRS = [RESOURCES / "static"]
SERVESTATIC_ADD_HEADERS_FUNCTION = security_headers.add_to_static_file
SERVESTATIC_KEEP_ONLY_HASHED_FILES = True  # To compress both would take a second of a start.
SERVESTATIC_ALLOW_ALL_ORIGINS = False  # no content delivery network, so nobody else needs the fonts
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "tictactoe_site.static.StaticFilesStorage"},
}

# Another language is one more entry here, and its catalogue; see games/README.md.
LANGUAGES = [("en", "English")]
LANGUAGE_CODE = "en"
LOCALE_PATHS = [BASE_DIR / "games" / "locale"]
FORMAT_MODULE_PATH = "tictactoe_site.formats"
USE_I18N = USE_TZ = True

# Whether a push service may be on this machine, as it is in tests, and nowhere else.
PUSH_MAY_REACH_THIS_MACHINE = False

# The address under which other devices reach this server. The play command sets it when the
# server listens to the network.
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

# On plain http from another machine browsers ignore this header and write a warning about it.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if PRODUCTION else None
SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PRODUCTION
SECURE_HSTS_SECONDS = HSTS_SECONDS if PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HSTS_SUBDOMAINS
SECURE_HSTS_PRELOAD = HSTS_PRELOAD
# Only the owner of the domain knows whether https is permanent, and on all subdomains.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

LOG_FORMATTERS = {
    "text": "tictactoe_site.logs.TextFormatter",
    "json": "tictactoe_site.logs.JsonFormatter",
}
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "context": {"()": "tictactoe_site.logs.ContextFilter"},
        "no_disconnects": {"()": "tictactoe_site.logs.NoDisconnects"},
        "no_refusals": {"()": "tictactoe_site.logs.NoRefusals"},
    },
    "formatters": {"chosen": {"()": LOG_FORMATTERS[LOG_FORMAT]}},
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "filters": ["context"],
            "formatter": "chosen",
        },
        "error_counter": {"class": "tictactoe_site.logs.ErrorCounter"},
    },
    "root": {"handlers": ["stderr", "error_counter"], "level": "WARNING"},
    "loggers": {
        "games": {"level": "INFO"},  # games that ended
        # Visitors' mistakes, such as a wrong address or host name, are of no use to the operator,
        # and whoever makes them on purpose would fill the disk. Refused forms are counted.
        "django.request": {"level": "ERROR", "filters": ["no_refusals"]},
        "django.security": {"level": "CRITICAL"},
        "asyncio": {"filters": ["no_disconnects"]},
        # It warns of each consumer that ends slowly, every second, with all that is known of its
        # task. When thousands of pages come back at once, that alone takes a whole core.
        "daphne.server": {"level": "ERROR"},
        "psycopg.pool": {"level": "ERROR"},
        # It shows a traceback each second while Redis is away, which our own layer says once.
        "channels_redis.pubsub": {"level": "CRITICAL"},
    },
}
