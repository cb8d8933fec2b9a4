from games.study.lessons.catalogue import LESSONS

LINE = "learn/mistakes/?move=2&number=1"  # of six moves, which X begins in the corner and wins
PATHS = [
    *("", "?board=connect-four", "?board=gomoku", "how-to/", "about/", "watch/", "offline/"),
    *(
        "learn/",
        "puzzles/",
        "puzzles/days/",
        "album/",
        "tree/",
        "tree/two-ways/",
        "explore/connect-four/",
        "own-player/",
        "menace/",
        "exhibitions/",
        "games/",
    ),
    *(
        "settings/",
        "settings/person/",
        "blocks/",
        "duels/",
        "account/sign-up/",
        "account/sign-in/",
        "account/lost-password/",
    ),
]
LESSON_PATHS = [f"learn/{lesson.slug}/" for lesson in LESSONS]
