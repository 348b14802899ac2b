"""Names the app for Django, the tables whose rows are part of the record, and its own strategy."""

from django.apps import AppConfig


class GoalsConfig(AppConfig):
    name = "goals"
    label = "goals"
    verbose_name = "Goals"
    written_once = ("goals_sessionevent",)
    sealed = {
        "goals_attempt": (
            "id", "step_id", "execution_id", "fence", "model", "bound_tokens", "bound_money", "request_digest",
        ),
        "goals_execution": ("goal_id", "kind", "number", "revision", "terms_version", "authorisation_id", "hold_id"),
    }  # fmt: skip

    vouched_for = ("goals.proofs.transcripts.TRANSCRIPTS",)

    def ready(self) -> None:
        from goals.answers import register_all  # noqa: PLC0415
        from goals.approvals.goal_kind import GoalKind  # noqa: PLC0415
        from goals.approvals.terms_kind import TermsKind  # noqa: PLC0415
        from goals.corrections import CorrectionKind  # noqa: PLC0415
        from goals.strategies import register  # noqa: PLC0415
        from goals.strategies.same_session import SameSession  # noqa: PLC0415
        from goals.web import inbox  # noqa: PLC0415
        from governance.authorisations import kinds  # noqa: PLC0415

        register(SameSession())
        kinds.register(GoalKind())
        kinds.register(TermsKind())
        kinds.register(CorrectionKind())
        register_all()
        inbox.register_all()
