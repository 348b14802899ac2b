"""docs/api.md is held against the service: every operation is on it, in its own words, and nothing else is."""

from __future__ import annotations

import re

from governance.config.options import BASE_DIR
from governance.sight import EVERYTHING, THEIR_OWN
from governance.web.api.codes import CODES
from tests.api.addresses import addresses

PAGE = (BASE_DIR / "docs" / "api.md").read_text()
ROW = re.compile(r"^\| (GET|POST) \| `/(\S+)` \| (.+) \|$", re.MULTILINE)


def test_every_operation_is_listed_in_its_own_words() -> None:
    published = [
        (method.upper(), path, (kind.__doc__ or "").strip().split("\n")[0])
        for path, methods in sorted(addresses().items())
        for method, kind in methods.items()
    ]

    assert ROW.findall(PAGE) == published


def test_every_code_it_names_exists() -> None:
    named = set(re.findall(r"`([a-z]+(?:-[a-z]+)+)`", PAGE))

    assert named <= set(CODES)


def test_it_names_the_roles_that_see_everything_and_those_that_see_their_own() -> None:
    assert {role.value for role in EVERYTHING} == {"approver", "controller", "operator", "auditor"}
    assert {role.value for role in THEIR_OWN} == {"requester"}
    assert (
        "| approver, controller, operator, auditor, and whoever stands in for an approver | everything |"
        in PAGE
    )
