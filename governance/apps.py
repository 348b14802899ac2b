"""Names the app for Django, the tables whose rows are part of the record, and the rows that events vouch for."""

from django.apps import AppConfig


class GovernanceConfig(AppConfig):
    name = "governance"
    label = "governance"
    verbose_name = "Governance"
    written_once = (
        "governance_event",
        "governance_ledgerentry",
        "governance_price",
        "governance_signature",
        "governance_terms",
    )
    sealed = {
        "governance_apitoken": ("person_id", "name", "digest", "created_at"),
        "governance_authorisation": (
            "id", "account_id", "request_id", "terms_text", "terms_digest", "valid_from", "valid_until", "digest",
        ),
        "governance_hold": ("id", "account_id", "purpose", "tokens", "money", "opened_at"),
        "governance_rolegrant": ("id", "person_id", "role", "limit_tokens", "limit_money", "valid_from", "granted_by"),
    }  # fmt: skip
    final = {"governance_authorisation": ("status", "in-force"), "governance_hold": ("status", "open")}
    vouched_for = (
        "governance.audit.entries.ENTRIES",
        "governance.audit.own_rows.SIGNATURES",
        "governance.audit.own_rows.AUTHORISATIONS",
        "governance.audit.own_rows.ENDINGS",
        "governance.audit.own_rows.TERMS",
        "governance.audit.own_rows.PRICES",
    )

    def ready(self) -> None:
        """Name the kinds of request that governance handles itself, and its part of the inbox."""
        from governance.authorisations import kinds  # noqa: PLC0415 - models exist only from here on
        from governance.authorisations.effects import band, envelope, price, role  # noqa: PLC0415
        from governance.web.inbox import items  # noqa: PLC0415
        from governance.web.notices.inbox import Undelivered  # noqa: PLC0415

        for kind in (role.RoleKind(), band.BandKind(), price.PriceKind(), envelope.EnvelopeKind()):
            kinds.register(kind)
        items.register("notices", Undelivered())
