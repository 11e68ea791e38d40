import pytest

from skillctl.shuffle import AS_THEY_COME, Orders, Shuffle


def test_without_a_seed_things_stay_as_they_come():
    assert AS_THEY_COME.of("dacb") == ["d", "a", "c", "b"]
    assert Orders() == Orders(files=Shuffle(None))


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("size", range(6))
def test_a_seed_gives_another_order_and_always_the_same_one(seed, size):
    items = list(range(size))
    found = Shuffle(seed).of(iter(items))
    assert sorted(found) == items
    assert (found != items) is (size > 1)
    assert Shuffle(seed).of(items) == found
