"""The demonstration's fresh agent on real files: three wordings of one missing key, an answer, and the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from goals import claims
from goals.agent.scripted.samples import copy_samples
from goals.models import Claim
from goals.proofs import check_all, refold_all
from ralph_runs import replaying
from tests.cast import Cast
from tests.ralph_runs.scene import ralph_goal


def test_it_is_stopped_after_round_3_answered_resumed_and_accepted(
    cast: Cast, settings: Any, tmp_path: Path
) -> None:
    with ralph_goal(cast, settings, tmp_path, script="ralph", budget_tokens=900_000) as scene:
        scene.endpoint.reset()
        copy_samples("ralph", scene.workspace.root)
        outcomes = [scene.round().outcome for _ in range(3)]

        assert outcomes == ["reported-continue"] * 3
        sentence = scene.fresh().blocked_message
        assert sentence.startswith("Stopped after round 3: rounds 1, 2 and 3 each reported ")
        assert "PORTAL_API_KEY" in sentence
        evidence = scene.evidence(scene.questions[-1])
        assert len({each["text"] for each in evidence["texts"]}) == 3
        scene.answer("repeated-blocker", "resume", "PORTAL_API_KEY = kx-2291-aa")
        last = scene.round()
        claims.accept(
            acting=cast.acting(cast.cy), goal_id=scene.goal.pk, reason="Checked against the portal."
        )

        assert last.outcome == "reported-complete"
        assert Claim.objects.get().status == "accepted"
        assert [run.outcome for run in scene.runs] == ["stopped-by-convergence", "complete"]
        assert b"statement,invoice,amount" in scene.workspace.read("collected.csv", most=1_000)[0]
        assert [found.fault for found in replaying.all_decisions()] == [""] * 4
        assert check_all() == []
        assert list(refold_all()) == []
