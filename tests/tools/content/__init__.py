import os

import django
from django.apps import apps

if not apps.ready:  # started by itself, and not by the tests
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    django.setup()
