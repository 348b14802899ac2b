"""The price book and what usage costs by it."""

from governance.prices.book import Row, add, price_facts, price_for
from governance.prices.costing import affordable_output, bound, cost

__all__ = ["Row", "add", "affordable_output", "bound", "cost", "price_facts", "price_for"]
