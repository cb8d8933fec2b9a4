from __future__ import annotations

from django.utils.translation import gettext_noop as _

from games.play.errors import refusal

NoSuchTournament = refusal(
    "no_such_class", _("No class has this code. It has six letters, never I, L or O."), 404
)
DoorLocked = refusal("door_locked", _("The door is locked. Ask who has invited you."), 403)
TournamentOver = refusal("class_over", _("This is over. The table stays here for 30 days."))
NotHost = refusal("not_host", _("Only who has invited everybody can do that."), 403)
NotEntered = refusal("not_entered", _("You are not in this class yet. Come in first."), 403)
NameGiven = refusal("name_given", _("Somebody here has that name. Choose another one."))
NoName = refusal("no_name", _("Write a name, in up to 20 characters."), 400)
TooManyEntrants = refusal("class_full", _("Everybody's place is taken here."), 403)
TooManyForRounds = refusal(
    "too_many_for_rounds",
    _("Up to 12 can play everybody against everybody. Change it, or remove some."),
)
TooFewEntrants = refusal("too_few", _("It takes more people than that to begin."))
AlreadyStarted = refusal("already_started", _("It has begun already."))
NotRunning = refusal("not_running", _("That can be done only while it runs."))
NoBoards = refusal("no_boards", _("Choose at least one board."), 400)
NothingAsked = refusal("nothing_asked", _("Nothing is asked just now."))
