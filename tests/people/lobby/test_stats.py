from games.people.lobby.stats import usual_control
from tests.people.lobby.seeks import find, people


def test_the_clock_is_the_one_that_most_look_for():
    assert usual_control() == "30s"
    crowd = people(4)
    find(crowd[0], control="10s"), find(crowd[1], control="10s")
    assert usual_control() == "30s"  # until it is counted again
