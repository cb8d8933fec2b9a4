"""All settings. What an operator may change comes from the environment; see deploy/README.md."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key
from django.utils.functional import SimpleLazyObject
from environs import validate
from platformdirs import user_data_path

from games.ops import program
from tictactoe_site import security_headers
from tictactoe_site.account_settings import *  # noqa: F403
from tictactoe_site.database import database_at
from tictactoe_site.environment import check_names, env, new_push_key, stored_secret
from tictactoe_site.serving import local_hosts

BASE_DIR = Path(__file__).resolve().parent.parent
RESOURCES = BASE_DIR if program.IS_CHECKOUT else BASE_DIR / "tictactoe_site" / "resources"

DATA_DIR = env.path("DATA_DIR", None) or (
    BASE_DIR / "var" if program.IS_CHECKOUT else user_data_path(program.PACKAGE, appauthor=False)
)
DEBUG = env.bool("DEBUG", False)
PRODUCTION = env.bool("PRODUCTION", False)
SECRET_KEY = env.str("SECRET_KEY", "")
# Former secrets, whose sessions and links go on.
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", [], subcast=str.strip)
ALLOWED_HOSTS = env.hosts("ALLOWED_HOSTS", "")
REDIS_URLS = env.redis_urls("REDIS_URL", "")
# How many searches for the computer's moves run at once; 0 chooses that by the number of cores.
SEARCH_PROCESSES = env.int("SEARCH_PROCESSES", 0, validate=validate.Range(1, 64))
TIME_ZONE = env.time_zone("TIME_ZONE", "UTC")
TRUSTED_PROXIES = env.networks("TRUSTED_PROXIES", "127.0.0.1,::1" if PRODUCTION else "")
PUBLIC_STATIC_ROOT = env.str("STATIC_ROOT", "")
LOG_FORMAT = env.str("LOG_FORMAT", "text", validate=validate.OneOf(["text", "json"]))
LOG_ADDRESSES = env.bool("LOG_ADDRESSES", False)
METRICS_ADDRESSES = env.networks("METRICS_ADDRESSES", "")
METRICS_TOKEN = env.str("METRICS_TOKEN", "", validate=validate.Length(16))
PUSH_KEY = env.push_key("PUSH_KEY", "")
EMAIL = env.email_server("EMAIL_URL", "")
HSTS_SECONDS = env.int("HSTS_SECONDS", 3600, validate=validate.Range(min=0))
SET_PHRASES_ONLY = env.bool("SET_PHRASES_ONLY", False)

# Both are made when they are first needed: no help and no start that fails leaves one behind.
if not SECRET_KEY and not PRODUCTION:
    SECRET_KEY = SimpleLazyObject(  # type: ignore[assignment]
        partial(stored_secret, DATA_DIR / "secret_key", get_random_secret_key)
    )
PUSH_KEY = PUSH_KEY or SimpleLazyObject(partial(stored_secret, DATA_DIR / "push_key", new_push_key))
ACCEPTS_OWN_ADDRESSES = not ALLOWED_HOSTS
if not ALLOWED_HOSTS and not PRODUCTION:
    ALLOWED_HOSTS = local_hosts()
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
    "games.people.accounts",
    "games.tournaments",
    "games.staff",
    "tictactoe_site",  # for its command
]

MIDDLEWARE = [
    "tictactoe_site.middleware.observe",
    "tictactoe_site.middleware.answer_early",
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
    "games.web.common.RefusalMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "tictactoe_site.middleware.OnlyTextMiddleware",
    "tictactoe_site.middleware.forbid_indexing",
]

ROOT_URLCONF = "tictactoe_site.urls"
ASGI_APPLICATION = "tictactoe_site.asgi.application"

BUILTIN_TAGS = ("cache", "i18n", "l10n", "static")  # nearly all templates use them without a load
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [RESOURCES / "templates", RESOURCES / "static/img"],  # drawings are parts of pages
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.web.context_processors.page",
                "games.people.friends.views.every_page",
            ],
            "builtins": [f"django.templatetags.{tag}" for tag in BUILTIN_TAGS],
            "libraries": {"places": "games.pages.places"},
        },
    },
]

DATABASES = {
    "default": database_at(env.str("DATABASE_URL", ""), default=DATA_DIR / "games.sqlite3")
}
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

# The push services of browsers. A subscription names its own, and nothing else is ever asked.
PUSH_SERVICES = r"https://([a-z0-9-]+\.)+(apple|google|googleapis|mozilla|windows)\.com"

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
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("HSTS_SUBDOMAINS", False)
SECURE_HSTS_PRELOAD = env.bool("HSTS_PRELOAD", False)
# Only the owner of the domain knows whether https is permanent, and on all subdomains.
SILENCED_SYSTEM_CHECKS = ["security.W004", "security.W005", "security.W021"]
check_names(env.dump())

LOG_FORMATTERS = {"text": "TextFormatter", "json": "JsonFormatter"}
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "context": {"()": "tictactoe_site.logs.ContextFilter"},
        "no_disconnects": {"()": "tictactoe_site.logs.NoDisconnects"},
        "no_refusals": {"()": "tictactoe_site.logs.NoRefusals"},
    },
    "formatters": {"chosen": {"()": f"tictactoe_site.logs.{LOG_FORMATTERS[LOG_FORMAT]}"}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "filters": ["context"], "formatter": "chosen"},
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
