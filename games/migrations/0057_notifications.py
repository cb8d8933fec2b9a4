"""Names of the field. Tables and columns stay, for servers of the version before."""

from django.db import migrations, models
from django.db.models import CASCADE

NAMES = {
    "CallSettings": "NotificationPreference",
    "Subscription": "PushSubscription",
    "Call": "Notification",
}


def reference(
    model: str, name: str, related: str, to: str = "player", **options: bool
) -> migrations.AlterField:
    kind = models.OneToOneField if related == "notification_preference" else models.ForeignKey
    field = kind(f"games.{to}", CASCADE, related_name=related, **options)
    return migrations.AlterField(model, name, field)


class Migration(migrations.Migration):
    dependencies = [("games", "0056_forgetting")]
    operations = [
        *(
            operation
            for before, after in NAMES.items()
            for operation in (
                migrations.AlterModelTable(before, f"games_{before.lower()}"),
                migrations.RenameModel(before, after),
            )
        ),
        reference("notificationpreference", "player", "notification_preference"),
        reference("pushsubscription", "player", "push_subscriptions"),
        reference("notification", "player", "notifications"),
        reference("notification", "game", "notifications", "game", db_index=False),
        reference("notification", "browser", "notifications", "pushsubscription", null=True),
    ]
