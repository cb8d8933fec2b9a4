"""Count somebody's results by an index of each side."""

from django.db import migrations
from django.db.models import DateTimeField

from games.migrations._operations import index

RESULT = ("status", "is_public", "variant_code", "winner", "start_ply", "hints")


class Migration(migrations.Migration):
    # By this name, so that Django refuses a database with only some of the steps until there.
    dependencies = [("games", "0029_accounts")]

    operations = [
        migrations.AddField("player", "private_since", DateTimeField(editable=False, null=True)),
        migrations.AddIndex("game", index("game_results_of_x", "x", *RESULT, "o")),
        migrations.AddIndex("game", index("game_results_of_o", "o", *RESULT, "x")),
    ]
