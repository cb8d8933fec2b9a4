from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram, Info, disable_created_metrics

from games.ops import program

# The time at which each counter was created is of no use, and doubles the output.
disable_created_metrics()  # type: ignore[no-untyped-call]

# Seconds
QUICK = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
SLOW = (0.01, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 60.0)

BUILD = Info("tictactoe_build", "The program that runs.")
BUILD.info({"version": program.version()})

READY = Gauge("tictactoe_ready", "1 if visitors should be sent here, as /health/ready says.")
LAST_BACKUP = Gauge(
    "tictactoe_last_backup_timestamp_seconds", "When the last backup was made, 0 if there is none."
)
DISK_FREE = Gauge("tictactoe_disk_free_bytes", "Room on the disk of the database file or DATA_DIR.")

SOCKETS = Gauge("tictactoe_sockets", "Open websockets.")
RESYNCS = Counter("tictactoe_resyncs_total", "Times a page asked for the state, as it was behind.")

GAMES_ENDED = Counter("tictactoe_games_ended_total", "Games that ended.", ["board", "ending"])
MOVE_COMMIT = Histogram(
    "tictactoe_move_commit_seconds", "From the receipt of a move to its commit.", buckets=QUICK
)
DATABASE_QUEUE = Gauge("tictactoe_database_queue", "Calls that wait for the database.")

REFUSALS = Counter("tictactoe_refusals_total", "Refusals shown or sent, by code.", ["code"])
LIMITS_HIT = Counter("tictactoe_limits_hit_total", "Refusals for a limit reached.", ["limit"])
ERRORS = Counter("tictactoe_errors_logged_total", "Lines in the log of level ERROR.")

SEARCH_QUEUE = Gauge("tictactoe_search_queue", "Searches that wait for a process.")
GUESSES = Counter("tictactoe_guesses_total", "Searches that failed, so that one guessed.", ["task"])

REQUEST_SECONDS = Histogram(
    "tictactoe_http_request_seconds", "From request to response.", ["view"], buckets=SLOW
)

# Prometheus alerts when a counter rises. One that first appears as 1 has not risen, so the counters
# that operators watch start at 0.
REFUSALS.labels("failed")
REFUSALS.labels("not_saved")
LIMITS_HIT.labels("wrong passwords")
for _task in ("search", "advise", "study", "review"):
    GUESSES.labels(_task)
