"""Who acts. Always passed explicitly, only ever made from an authenticated person or a named program."""

from __future__ import annotations

from dataclasses import dataclass

from governance.models import Person


@dataclass(frozen=True, slots=True)
class Acting:
    """A person with how they logged in, or (person None) the service itself."""

    name: str
    person: Person | None = None
    method: str = "system"

    @property
    def person_id(self) -> int | None:
        return self.person.pk if self.person else None

    @property
    def is_human(self) -> bool:
        return self.person is not None and self.person.kind == "person" and self.person.is_active


def human(person: Person, *, method: str) -> Acting:
    """The authenticated person; `method` says how: password, demo, token, command-line."""
    return Acting(name=str(person), person=person, method=method)


COUNTERSIGN = Acting(name="Countersign")
