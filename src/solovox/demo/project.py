"""The project of the tour: a tea shop with a fault, a name to change, and a file that nothing uses."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

FILES: Final[Mapping[str, str]] = {
    "README.md": """# Tea shop

A little shop that sells tea. It adds up baskets, takes a discount off for members, and writes bills.

Run the tests with `python3 -m unittest`.
""",
    "basket.py": '''"""What a customer buys."""

from settings import DISCOUNT, FREE_SHIPPING_FROM, SHIPPING_COST


def total_price(prices):
    """The sum of all prices."""
    return sum(prices)


def discounted(price):
    """The price for members: a discount is taken off."""
    return price + price * DISCOUNT


def shipping(price):
    """What it costs to send a basket. Large ones are sent for nothing."""
    if price >= FREE_SHIPPING_FROM:
        return 0
    return SHIPPING_COST
''',
    "bill.py": '''"""The bill of a basket."""

from basket import shipping, total_price


def bill_of(customer, prices):
    """The lines of a bill."""
    total = total_price(prices)
    return [f"Hello, {customer}!", f"Tea: {total}", f"Shipping: {shipping(total)}"]
''',
    "settings.py": """DISCOUNT = 0.1
SHIPPING_COST = 5
FREE_SHIPPING_FROM = 50
""",
    "test_basket.py": """import unittest

from basket import discounted, shipping


class BasketTest(unittest.TestCase):
    def test_members_pay_less(self):
        self.assertEqual(discounted(100), 90)

    def test_large_baskets_are_sent_for_nothing(self):
        self.assertEqual(shipping(60), 0)
""",
    "old_prices.txt": """Prices of last year

green tea  4
black tea  3
""",
}


def project_in(folder: Path) -> None:
    """Write it there."""
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
