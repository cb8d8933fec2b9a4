from django.db import migrations, models

# The column keeps its name, which servers of the version before use.
OPTIONS = {"blank": True, "default": "", "db_default": "", "editable": False, "db_column": "face"}


class Migration(migrations.Migration):
    dependencies = [("games", "0058_names_of_the_field")]
    avatar = models.CharField(max_length=16, **OPTIONS)
    renamed = migrations.RenameField("player", "face", "avatar")
    altered = migrations.AlterField("player", "avatar", avatar)
    operations = [migrations.SeparateDatabaseAndState(state_operations=[renamed, altered])]
