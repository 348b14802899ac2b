"""Terms in bodies: whole for a new goal, or only the fields that change. Field names are those of the terms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_type_hints

from pydantic import ConfigDict, create_model, model_validator

from goals import terms as goal_terms
from goals.approvals import defaults
from goals.models import Goal
from goals.terms import Terms
from governance import clock
from governance.models import Terms as TermsVersion
from governance.web.api.inputs import Body

FILLED = tuple(defaults.filled({}, at=clock.now()))
"""Fields that a request for a goal may leave out: the service's settings fill them in."""


def _not_required(schema: dict[str, Any]) -> None:
    schema["required"] = [name for name in schema["required"] if name not in FILLED]


class NewTerms(Terms):
    """The terms of a new goal; what is left out comes from the service's settings."""

    model_config = ConfigDict(json_schema_extra=_not_required)

    @model_validator(mode="before")
    @classmethod
    def _filled(cls, data: Any) -> Any:
        return defaults.filled(data, at=clock.now()) if isinstance(data, Mapping) else data

    @property
    def terms(self) -> Terms:
        return Terms.model_validate({name: getattr(self, name) for name in Terms.model_fields})


def _optional(schema: dict[str, Any]) -> None:
    for name in Terms.model_fields:
        schema["properties"][name].pop("default", None)


class _Changes(Body):
    model_config = ConfigDict(json_schema_extra=_optional)

    def over(self, standing: Terms) -> Terms:
        """The standing terms with the given fields in their place. Raises Invalid for what cannot be."""
        given = {name: getattr(self, name) for name in self.model_fields_set if name in Terms.model_fields}
        return goal_terms.parse({**standing.model_dump(), **given})


def _fields() -> dict[str, Any]:
    hints = get_type_hints(Terms, include_extras=True)
    return {name: (hints[name], None) for name in Terms.model_fields}


Changes: type[_Changes] = create_model("Changes", __base__=_Changes, **_fields())
"""Any of the terms' fields; null only where it means that there is no limit."""


def standing_terms(goal: Goal) -> TermsVersion:
    """The version of the terms that a goal has now."""
    assert goal.account.terms is not None
    return goal.account.terms
