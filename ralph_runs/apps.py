"""Names the app for Django, the tables whose rows are part of the record, and what it adds to goals."""

from django.apps import AppConfig


class RalphRunsConfig(AppConfig):
    name = "ralph_runs"
    label = "ralph_runs"
    verbose_name = "Ralph runs"
    written_once = ("ralph_runs_decision", "ralph_runs_overrule")
    sealed = {
        "ralph_runs_ralphrun": ("goal_id", "number", "opened_for", "after_escalation_id", "objective_digest"),
        "ralph_runs_runround": ("run_id", "execution_id", "profile"),
    }

    vouched_for = ("ralph_runs.vouched.DECISIONS", "ralph_runs.vouched.REPORTS")

    def ready(self) -> None:
        from goals.agent.tools import registry  # noqa: PLC0415
        from goals.proofs.more import Proof  # noqa: PLC0415
        from goals.proofs.more import register as register_proof  # noqa: PLC0415
        from goals.strategies import register  # noqa: PLC0415
        from ralph_runs import answers, replaying  # noqa: PLC0415
        from ralph_runs.strategy import Ralph  # noqa: PLC0415
        from ralph_runs.tools.submit_report import TOOLS  # noqa: PLC0415
        from ralph_runs.web import goal_sections, invented, three_texts  # noqa: PLC0415

        register(Ralph())
        invented.register()
        three_texts.register()
        goal_sections.register()
        for key, tool in TOOLS.items():
            registry.register(tool, key=key)
        answers.register_all()
        register_proof(
            Proof("stops", "stops", "prove every stop again from its stored texts", replaying.stops)
        )
        register_proof(
            Proof("decisions", "decisions", "prove every decision, also those that stopped nothing",
                  replaying.all_decisions)
        )  # fmt: skip
