from django.apps import apps
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Group, User
from django.contrib.contenttypes.models import ContentType
from django.test import Client

from games.staff.roles import ROLES, create_roles

NOBODY = "nobody"  # may log in, and has no role


def member(role: str) -> Client:
    # Tests that commit have emptied these tables.
    ContentType.objects.clear_cache()
    for name in ("games", "admin", "auth"):
        create_permissions(apps.get_app_config(name), verbosity=0)
    create_roles(apps)
    user, _ = User.objects.get_or_create(username=role, is_staff=True)
    if role in ROLES:
        user.groups.set([Group.objects.get(name=role)])
    client = Client()
    client.force_login(user)
    return client
