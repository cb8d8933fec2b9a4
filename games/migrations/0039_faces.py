"""Give people faces and inks: the animal of a made-up name, else one by the id.

On SQLite this makes the table of players anew, and so the index of their names as well.
"""

from importlib import import_module

from django.db import migrations, models
from django.db.models import Case, F, Q, Value, When
from django.db.models.functions import Mod
from django.db.models.lookups import Exact

FACES = """
    badger beaver bison cat crane deer dolphin falcon ferret finch fox gecko goose hare heron
    hedgehog ibex jackdaw koala lark lemur lynx magpie marmot mole moose newt otter owl panda
    puffin rabbit raven robin seal sparrow squirrel stoat swan tiger toad turtle walrus wren
"""
INKS = "blue red pine plum walnut slate"

names = import_module("games.migrations.0037_reactions_and_names")


def give_faces(apps, schema_editor):
    players = apps.get_model("games", "Player").objects
    people = players.filter(face="", level=None, forgotten_at=None)
    last_words = (When(_ends_with(face), then=Value(face)) for face in FACES.split())
    people.update(face=Case(*last_words, *_by_id(FACES.split())), ink=Case(*_by_id(INKS.split())))


def _ends_with(face):
    # A number follows where the plain name was taken.
    animal = f" {face.capitalize()}"
    return Q(name__endswith=animal) | Q(name__contains=f"{animal} ")


def _by_id(values):
    rest = Mod(F("id"), len(values))
    return (When(Exact(rest, at), then=Value(value)) for at, value in enumerate(values))


def index_names_again(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        names.drop_index(apps, schema_editor)
        names.index_names(apps, schema_editor)


class Migration(migrations.Migration):
    dependencies = [("games", "0038_earlier_days")]

    operations = [
        migrations.AddField(
            "player",
            "face",
            models.CharField(max_length=16, blank=True, default="", db_default="", editable=False),
        ),
        migrations.AddField(
            "player",
            "ink",
            models.CharField(max_length=8, blank=True, default="", db_default="", editable=False),
        ),
        migrations.RunPython(give_faces, migrations.RunPython.noop),
        migrations.RunPython(index_names_again, migrations.RunPython.noop),
    ]
