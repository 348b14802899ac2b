"""Who speaks: a token, a session with its CSRF proof, or nobody. Never what a header or a field claims."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from governance import canonical
from governance.models import ApiToken, Event
from tests.api.speaking import Speaker, answer_of
from tests.cast import Cast
from tests.goals.approvals import signed_goal

BODY = {"reason": "The book is being checked."}


def test_nobody_is_told_to_log_in(db: None, client: Client) -> None:
    answer = answer_of(client.get("/api/v1/goals"))

    assert (answer.status, answer.code) == (401, "not-authenticated")
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="Countersign"'


def test_a_token_speaks_for_its_person(cast: Cast) -> None:
    answer = Speaker(cast.cy).get("me")

    assert answer.body | {"method": ""} == {
        "id": cast.cy.pk, "username": "cy", "name": "Cy Lindholm", "title": "Team lead", "kind": "person",
        "method": "", "roles": ["approver"], "stands_in_for": [], "sees_everything": True,
        "limits": {"tokens": 1_000_000, "money": "30.00", "currency": "USD"},
    }  # fmt: skip
    assert answer["method"].startswith("token t")


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer cs_unknown", "Bearer a b", "Basic YmVuOmJlbg==", "Token x", "Bearer \xe9"]
)
def test_a_bad_authorization_is_never_overlooked(cast: Cast, client: Client, header: str) -> None:
    client.force_login(cast.ben)

    answer = answer_of(client.get("/api/v1/me", headers={"Authorization": header}))

    assert (answer.status, answer.code) == (401, "not-authenticated")


def test_only_the_digest_of_a_secret_is_kept(cast: Cast) -> None:
    speaker = Speaker(cast.ben)

    row = ApiToken.objects.get(person=cast.ben)
    assert row.digest == canonical.digest(speaker.secret)
    assert not Event.objects.filter(body__contains=speaker.secret).exists()
    assert speaker.get("me/tokens").body["items"][0] | {"created_at": 0} == {
        "id": row.pk, "name": row.name, "created_at": 0, "last_used_at": speaker_used(row), "revoked_at": None
    }  # fmt: skip


def speaker_used(row: ApiToken) -> str:
    row.refresh_from_db()
    assert row.last_used_at is not None
    return canonical.instant(row.last_used_at)


def test_a_revoked_token_opens_nothing(cast: Cast) -> None:
    speaker, other = Speaker(cast.ben), Speaker(cast.ben)
    mine = ApiToken.objects.get(digest=canonical.digest(speaker.secret))

    assert other.post(f"me/tokens/{mine.pk}/revoke").status == 200
    assert speaker.get("me").status == 401
    assert other.post(f"me/tokens/{mine.pk}/revoke").code == "already-revoked"


def test_nobody_revokes_the_token_of_somebody_else(cast: Cast) -> None:
    theirs = Speaker(cast.ben)
    token = ApiToken.objects.get(person=cast.ben)

    assert Speaker(cast.ada).post(f"me/tokens/{token.pk}/revoke").status == 404
    assert theirs.get("me").status == 200


def test_whoever_has_left_has_no_token_any_more(cast: Cast) -> None:
    speaker = Speaker(cast.ben)
    cast.ben.is_active = False
    cast.ben.save(update_fields=["is_active"])

    assert speaker.get("me").status == 401


def test_the_command_prints_the_secret_once_and_the_record_tells(
    cast: Cast, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("issue_token", "svc-bot", "close-bot")

    secret = capsys.readouterr().out.strip()
    answer = answer_of(Client().get("/api/v1/me", headers={"Authorization": f"Bearer {secret}"}))
    assert (answer["username"], answer["kind"], answer["method"]) == ("svc-bot", "service", "token close-bot")
    told = Event.objects.get(action="token.issued")
    assert told.sentence == (
        "Countersign issued the API token close-bot to svc-bot; it may do what svc-bot may do and nothing more. "
        "No money moved."
    )
    with pytest.raises(CommandError, match="already has a token named close-bot"):
        call_command("issue_token", "svc-bot", "close-bot")


def test_the_command_revokes(cast: Cast, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("issue_token", "ben", "laptop")
    secret = capsys.readouterr().out.strip()

    call_command("revoke_token", "ben", "laptop")

    assert Client().get("/api/v1/me", headers={"Authorization": f"Bearer {secret}"}).status_code == 401


def test_a_session_reads_without_and_writes_only_with_its_csrf_proof(cast: Cast) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.olu)

    assert answer_of(client.get("/api/v1/me"))["method"] == "password"
    refused = answer_of(
        client.post(
            "/api/v1/freezes", BODY, content_type="application/json", headers={"Idempotency-Key": "1"}
        )
    )
    assert (refused.status, refused.code) == (403, "csrf")


def test_a_token_needs_no_csrf_proof(cast: Cast) -> None:
    assert Speaker(cast.olu).post("freezes", BODY).status == 201


@pytest.mark.parametrize(
    "header", ["X-User", "X-Remote-User", "X-Forwarded-User", "X-Actor", "From", "Remote-User"]
)
def test_a_header_makes_nobody_somebody_else(cast: Cast, header: str) -> None:
    answer = Speaker(cast.ben).post("freezes", BODY, **{header: "olu"})

    assert (answer.status, answer.code) == (403, "role-missing")


@pytest.mark.parametrize("field", ["actor", "person", "acting", "by", "frozen_by", "user_id"])
def test_a_field_makes_nobody_somebody_else(cast: Cast, field: str) -> None:
    answer = Speaker(cast.ben).post("freezes", {**BODY, field: cast.olu.pk})

    assert (answer.status, answer.code, answer["field"]) == (400, "unknown-field", field)


def test_the_record_names_the_token_that_acted(cast: Cast) -> None:
    goal = signed_goal(cast)
    speaker = Speaker(cast.olu)

    speaker.post(f"goals/{goal.ref}/pause", {"revision": 1, "reason": "Stop."})

    body = Event.objects.get(action="goal.paused").body
    assert f'"method":"token {ApiToken.objects.get(person=cast.olu).name}"' in body
