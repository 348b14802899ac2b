"""What a goal spent, as counters: the sums of its attempts, so that no page has to add up ten thousand rounds."""

from __future__ import annotations

from django.db import models

from goals.models.executions import Spend
from goals.models.goals import Goal
from governance.money import ZERO, MoneyField


class GoalTotals(Spend):
    """One row per goal that has called a model, written with each post. `doubtful_*` is the part of it that
    the provider did not report: estimated, counted in full, or settled by a person."""

    goal = models.OneToOneField(Goal, on_delete=models.PROTECT, related_name="totals", primary_key=True)
    attempts = models.BigIntegerField(default=0)
    doubtful_attempts = models.BigIntegerField(default=0)
    doubtful_tokens = models.BigIntegerField(default=0)
    doubtful_money = MoneyField(default=ZERO)
