"""What every answer carries, and what no answer waits for."""

from __future__ import annotations

import pytest
from django.test import Client

from governance.config.security import CONTENT_SECURITY_POLICY, HEADERS


@pytest.mark.django_db
def test_every_answer_forbids_what_is_not_from_here(client: Client) -> None:
    headers = client.get("/health/").headers

    assert {name: headers[name] for name in HEADERS} == HEADERS
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_the_policy_allows_no_other_host_and_no_inline_script() -> None:
    sources = {source for rule in CONTENT_SECURITY_POLICY.split("; ") for source in rule.split()[1:]}

    assert sources == {"'none'", "'self'", "data:"}


@pytest.mark.django_db
def test_an_unknown_host_is_refused(client: Client) -> None:
    assert client.get("/health/", headers={"Host": "elsewhere.example"}).status_code == 400


def test_a_body_of_ten_megabytes_is_refused_with_the_limit(client: Client) -> None:
    response = client.post("/health/", data=b"x" * 10_000_000, content_type="application/json")

    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.json() == {
        "type": "about:blank",
        "title": "Body too large",
        "status": 413,
        "code": "body-too-large",
        "detail": "The body has 10000000 bytes; at most 1048576 are accepted.",
        "retryable": False,
        "numbers": {"bytes": 10_000_000, "max_bytes": 1_048_576},
    }


@pytest.mark.django_db
def test_health_only_answers_reading_methods(client: Client) -> None:
    assert client.post("/health/").status_code == 405
