"""Every senseless value is refused before anything starts, by name and with what would be accepted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from governance.config.options import BASE_DIR, Options
from governance.config.refusals import Refused, read, variable

LONG_SECRET = "s" * 40
LIMITS = sorted(name for name, field in Options.model_fields.items() if field.annotation is int)
NOT_WHOLE = ["", "08", "8.0", "1e3", "-1", "+5", "true", "１２", " 30", "0x1f", "NaN", "9007199254740993000"]


@pytest.fixture(autouse=True)
def _nothing_given(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith("COUNTERSIGN_") or name in ("DATABASE_URL", "REDIS_URL"):
            monkeypatch.delenv(name)


def _refusal(monkeypatch: pytest.MonkeyPatch, **given: str) -> list[str]:
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(Refused) as refused:
        read()
    return refused.value.sentences


def test_nothing_needs_to_be_given() -> None:
    options = read()

    assert (options.mode, options.database_url, options.redis_url) == ("development", "", "")
    assert (options.min_output_tokens, options.max_claims, options.time_zone) == (512, 3, "UTC")


def test_there_are_limits() -> None:
    assert "lease_seconds" in LIMITS
    assert len(LIMITS) > 15


@pytest.mark.parametrize("value", NOT_WHOLE)
@pytest.mark.parametrize("field", LIMITS)
def test_a_limit_takes_plain_digits_only(monkeypatch: pytest.MonkeyPatch, field: str, value: str) -> None:
    (sentence,) = _refusal(monkeypatch, **{variable(field): value})

    assert sentence.startswith(f"{variable(field)}: {value!r} is not accepted; it takes a whole number of ")


@pytest.mark.parametrize("field", LIMITS)
def test_a_limit_has_two_ends(monkeypatch: pytest.MonkeyPatch, field: str) -> None:
    bounds = Options.model_fields[field].metadata
    least = next(bound.ge for bound in bounds if hasattr(bound, "ge"))
    most = next(bound.le for bound in bounds if hasattr(bound, "le"))

    for value in (least - 1, most + 1):
        (sentence,) = _refusal(monkeypatch, **{variable(field): str(value)})
        assert sentence.endswith(f"from {least} to {most}")


@pytest.mark.parametrize(
    ("name", "value", "accepts"),
    [
        ("COUNTERSIGN_MODE", "prod", "development or production"),
        ("COUNTERSIGN_BIND_HOST", "localhost", "an IP address"),
        ("COUNTERSIGN_ALLOWED_HOSTS", "*", "host names with commas between them, no wildcard"),
        ("COUNTERSIGN_ALLOWED_HOSTS", "", "host names with commas between them, no wildcard"),
        ("COUNTERSIGN_DEMO_LOGIN", "1", "true or false"),
        ("COUNTERSIGN_DATA_DIR", " ", "a folder"),
        ("COUNTERSIGN_TIME_ZONE", "Mars/Olympus", "a name such as UTC or Europe/Vienna"),
        ("COUNTERSIGN_CURRENCY", "usd", "a three-letter code such as USD"),
        (
            "COUNTERSIGN_COMMANDS",
            "/bin/sh",
            "program names with commas between them, without paths, or nothing",
        ),
        ("COUNTERSIGN_MODEL_NAME", "two words", "a model's name without spaces"),
        (
            "COUNTERSIGN_MODEL_BASE_URL",
            "ftp://models",
            "an http:// or https:// address, or nothing for the scripted endpoint",
        ),
        ("COUNTERSIGN_LOG_FORMAT", "xml", "auto, console or json"),
        ("COUNTERSIGN_LOG_LEVEL", "LOUD", "DEBUG, INFO, WARNING or ERROR"),
    ],
)
def test_the_refusal_says_what_would_be_accepted(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, accepts: str
) -> None:
    assert _refusal(monkeypatch, **{name: value}) == [
        f"{name}: {value!r} is not accepted; it takes {accepts}"
    ]


@pytest.mark.parametrize(
    "address",
    ["mysql://h/x", "postgresql://h:99999/x", "postgresql://h", "sqlite:x", "x", "sqlite://host/x", "a b"],
)
def test_a_database_is_postgresql_or_sqlite(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    (sentence,) = _refusal(monkeypatch, DATABASE_URL=address)

    assert sentence.startswith("DATABASE_URL: its value is not accepted; it takes postgresql://")


@pytest.mark.parametrize(
    "address", ["amqp://h", "redis://", "memory://", "filesystem:///x", "redis+socket://", "x"]
)
def test_a_broker_is_redis_or_files(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    (sentence,) = _refusal(monkeypatch, REDIS_URL=address)

    assert sentence.startswith("REDIS_URL: its value is not accepted; it takes redis://")


def test_a_refused_address_does_not_show_its_password(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "hunter2" not in "".join(_refusal(monkeypatch, DATABASE_URL="mysql://ada:hunter2@h/x"))


def test_an_unknown_variable_is_named_with_the_nearest_known(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _refusal(monkeypatch, COUNTERSIGN_LEASE_SECOND="30") == [
        "COUNTERSIGN_LEASE_SECOND is not a setting; did you mean COUNTERSIGN_LEASE_SECONDS?"
    ]


def test_a_variable_in_lower_case_is_not_a_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _refusal(monkeypatch, countersign_mode="production") == [
        "countersign_mode is not a setting; did you mean COUNTERSIGN_MODE?"
    ]


def test_every_fault_is_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sentences = _refusal(monkeypatch, COUNTERSIGN_MAX_CLAIMS="no", COUNTERSIGN_MODE="x", COUNTERSIGN_Z="1")

    assert [sentence.split(":")[0].split()[0] for sentence in sentences] == [
        "COUNTERSIGN_Z",
        "COUNTERSIGN_MODE",
        "COUNTERSIGN_MAX_CLAIMS",
    ]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (
            {"COUNTERSIGN_LEASE_SECONDS": "60", "COUNTERSIGN_ROUND_WALL_CLOCK_SECONDS": "60"},
            "COUNTERSIGN_LEASE_SECONDS must be less than COUNTERSIGN_ROUND_WALL_CLOCK_SECONDS (60)",
        ),
        (
            {"COUNTERSIGN_MODEL_TIMEOUT_SECONDS": "901"},
            "COUNTERSIGN_MODEL_TIMEOUT_SECONDS must not exceed COUNTERSIGN_ROUND_WALL_CLOCK_SECONDS (900)",
        ),
        (
            {"COUNTERSIGN_MIN_OUTPUT_TOKENS": "513", "COUNTERSIGN_MODEL_CONTEXT_TOKENS": "1024"},
            "COUNTERSIGN_MIN_OUTPUT_TOKENS must be at most half of COUNTERSIGN_MODEL_CONTEXT_TOKENS (1024)",
        ),
        ({"COUNTERSIGN_SECRET_KEY": "short"}, "COUNTERSIGN_SECRET_KEY needs at least 40 characters"),
        (
            {"COUNTERSIGN_MODE": "production", "DATABASE_URL": "postgresql://h/x"},
            "COUNTERSIGN_SECRET_KEY is required with PostgreSQL in production: at least 40 characters, "
            "the same for every process",
        ),
        (
            {"COUNTERSIGN_DEMO_LOGIN": "true", "COUNTERSIGN_BIND_HOST": "0.0.0.0"},
            "COUNTERSIGN_DEMO_LOGIN=true is only accepted in development with COUNTERSIGN_BIND_HOST on "
            "loopback (127.0.0.1 or ::1)",
        ),
        (
            {"COUNTERSIGN_DEMO_LOGIN": "true", "COUNTERSIGN_MODE": "production"},
            "COUNTERSIGN_DEMO_LOGIN=true is only accepted in development with COUNTERSIGN_BIND_HOST on "
            "loopback (127.0.0.1 or ::1)",
        ),
    ],
)
def test_values_that_make_no_sense_together_are_refused(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], sentence: str
) -> None:
    assert _refusal(monkeypatch, **given) == [sentence]


def test_production_with_a_secret_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERSIGN_MODE", "production")
    monkeypatch.setenv("DATABASE_URL", "postgresql://h/x")
    monkeypatch.setenv("COUNTERSIGN_SECRET_KEY", LONG_SECRET)

    assert read().secret_key.get_secret_value() == LONG_SECRET


def test_the_file_gives_what_the_environment_does_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / ".env"
    file.write_text("COUNTERSIGN_MAX_CLAIMS=5\nCOUNTERSIGN_LEASE_SECONDS=20\nOTHER=1\n")
    monkeypatch.setenv("COUNTERSIGN_LEASE_SECONDS", "25")

    options = read(env_file=file)

    assert (options.max_claims, options.lease_seconds) == (5, 25)


def test_an_unknown_variable_in_the_file_is_refused_too(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("COUNTERSIGN_UNLIMITED_SPENDING=true\n")

    with pytest.raises(
        Refused, match="COUNTERSIGN_UNLIMITED_SPENDING is not a setting; see README, Settings"
    ):
        read(env_file=file)


def test_settings_cannot_be_changed_after_the_start() -> None:
    with pytest.raises(ValueError, match="frozen"):
        read().max_claims = 9  # type: ignore[misc]


@pytest.mark.parametrize(
    "command", [["manage.py", "check"], ["-m", "celery", "-A", "governance.config", "report"]]
)
def test_a_refused_start_has_status_2_and_no_traceback(command: list[str]) -> None:
    ended = subprocess.run(
        [sys.executable, *command],
        cwd=BASE_DIR,
        env={**os.environ, "COUNTERSIGN_MAX_CLAIMS": "many"},
        capture_output=True,
        text=True,
    )

    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == (
        "Countersign does not start: COUNTERSIGN_MAX_CLAIMS: 'many' is not accepted; "
        "it takes a whole number of claims from 1 to 10\n"
    )
