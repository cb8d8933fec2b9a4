from games.computer.fair_queue import FairQueue


def take_all(queue: FairQueue[str]) -> str:
    return " ".join(queue.take() for _ in range(len(queue)))


def fill_queue(limit: int, *items: str) -> tuple[FairQueue[str], list[str | None]]:
    queue: FairQueue[str] = FairQueue(limit)
    return queue, [queue.put(item[0], item) for item in items]


def test_people_take_turns_however_much_each_asks():
    queue, _ = fill_queue(9, "a1", "a2", "a3", "a4", "b1", "c1", "c2")
    assert take_all(queue) == "a1 b1 c1 a2 c2 a3 a4"


def test_whoever_comes_later_waits_for_one_of_each():
    queue, _ = fill_queue(9, "a1", "a2", "a3")
    assert queue.take() == "a1"
    queue.put("b", "b1")
    assert take_all(queue) == "a2 b1 a3"


def test_where_it_is_full_whoever_has_most_gives_way():
    queue, dropped = fill_queue(3, "a1", "a2", "a3", "a4", "b1", "b2")
    assert dropped == [None, None, None, "a4", "a3", "b2"]
    assert take_all(queue) == "a1 b1 a2"


def test_nobody_is_pushed_out_by_another_who_has_as_much():
    queue, dropped = fill_queue(2, "a1", "b1", "c1")
    assert dropped[-1] == "c1"
    assert take_all(queue) == "a1 b1"
    assert len(queue) == 0
