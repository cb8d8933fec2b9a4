"""Keep the words that nobody is to read."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0045_calls_of_browsers"),
    ]

    operations = [
        migrations.CreateModel(
            name="MaskedWord",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("word", models.CharField(max_length=24, unique=True)),
                (
                    "with_endings",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        verbose_name="longer words that begin with it too",
                    ),
                ),
            ],
            options={
                "ordering": ("word",),
            },
        ),
    ]
