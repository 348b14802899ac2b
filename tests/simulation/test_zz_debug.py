import pytest
from tests.simulation.desk import Desk
from tests.simulation.undone import Undone
from goals.rounds import reservations
from governance.actors import COUNTERSIGN
from collections import Counter
import hypothesis
from tests.simulation import test_simulation as t
from hypothesis import settings, HealthCheck
from hypothesis.stateful import run_state_machine_as_test

@pytest.mark.django_db
def test_it():
    room = Desk.furnished()
    for tokens in (9000, 20000, 40000):
        u = Undone().begin()
        d = room.fresh()
        r = d.ask(budget_tokens=tokens, per_round_tokens=None, max_rounds=3, budget_money=None)
        d.sign(r); r.refresh_from_db(); d.goal_id = r.account.goal.pk
        print(reservations.reserve(acting=COUNTERSIGN, goal_id=d.goal_id))
        u.take_back()

@pytest.mark.django_db
def test_steps():
    C = Counter()
    class M(t.GoalUnderTreatment):
        def attempted(self, verb):
            def v():
                try: verb(); C["ok"] += 1
                except Exception as e: C[getattr(e, "code", type(e).__name__)] += 1; raise
            super().attempted(v)
        def teardown(self):
            super().teardown()
    M.room = Desk.furnished()
    orig = t.GoalUnderTreatment._add_rule if hasattr(t.GoalUnderTreatment, "_add_rule") else None
    run_state_machine_as_test(t.GoalUnderTreatment if False else M, settings=settings(max_examples=12, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)))
    print(C)
