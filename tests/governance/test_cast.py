"""The cast stands as every story expects it."""

from __future__ import annotations

from governance.enums import Role
from governance.models import RoleGrant
from tests.cast import Cast


def test_everybody_has_the_role_the_stories_give_them(cast: Cast) -> None:
    roles = {grant.person.username: grant.role for grant in RoleGrant.objects.select_related("person")}

    assert roles == {
        "ada": Role.CONTROLLER,
        "ben": Role.REQUESTER,
        "cy": Role.APPROVER,
        "dee": Role.APPROVER,
        "olu": Role.OPERATOR,
        "aud": Role.AUDITOR,
    }
