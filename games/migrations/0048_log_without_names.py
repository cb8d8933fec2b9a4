"""Take names out of the admin's log, which has ids."""

import re

from django.db import migrations
from django.db.models import CharField, F, Value
from django.db.models.functions import Cast, Coalesce

# What was decided about a report, the name, and the reason, which may have a name as well.
DECIDED = re.compile(
    r"^(Hid the name) “.*”: |^(Locked the account) of .*: |^(Dismissed the report) on .*: ",
    re.DOTALL,
)


def clean(apps, schema_editor):
    entries = apps.get_model("admin", "LogEntry").objects
    id = Cast(Coalesce(F("object_id"), Value("")), CharField(max_length=200))
    entries.update(object_repr=id)
    for entry in entries.filter(content_type__app_label="games").exclude(change_message=""):
        said = DECIDED.sub(lambda found: f"{found[found.lastindex]}: ", entry.change_message)
        if said != entry.change_message:
            entries.filter(pk=entry.pk).update(change_message=said)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0047_restrictions"),
        ("admin", "0003_logentry_add_action_flag_choices"),
    ]

    operations = [migrations.RunPython(clean, migrations.RunPython.noop)]
