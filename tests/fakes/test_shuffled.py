from hashlib import sha256

from skillctl.fakes.shuffled import shuffled, with_keys_shuffled

ITEMS = list("abcdef")


def test_the_order_is_that_of_the_digests_of_number_and_place():
    digests = {sha256(f"7:{i}".encode()).hexdigest(): item for i, item in enumerate(ITEMS)}
    assert shuffled(ITEMS, 7) == [digests[d] for d in sorted(digests)]
    assert shuffled(ITEMS, 7) == shuffled(tuple(ITEMS), 7)
    assert len({tuple(shuffled(ITEMS, seed)) for seed in range(9)}) > 5


def test_keys_at_any_depth_change_their_order_and_nothing_else():
    value = {"a": 1, "b": {"c": [{"d": 1, "e": 2, "f": 3}], "g": 4}, "h": "x"}
    orders = set()
    for seed in range(12):
        other = with_keys_shuffled(value, seed)
        assert other == value
        orders.add((*other, *other["b"], *other["b"]["c"][0]))
    assert len(orders) > 3
