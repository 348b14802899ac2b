"""Every setting of Countersign: one typed model, read once, frozen.

Decides which variables exist and which values and combinations make sense. Never falls back to a
default when a value was given: what cannot be used is refused by name (see `refusals`).
"""

from __future__ import annotations

import ipaddress
from pathlib import Path
from typing import Literal, Self

from pydantic import SecretStr, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from governance.config.values import (
    BrokerUrl,
    Currency,
    DatabaseUrl,
    Flag,
    Folder,
    Hosts,
    HttpUrl,
    IpAddress,
    MailUrl,
    Names,
    Programs,
    TimeZone,
    Whole,
    setting,
    whole,
)

BASE_DIR = Path(__file__).resolve().parents[2]
PREFIX = "COUNTERSIGN_"
SECRET_FIELDS = {"database_url", "redis_url", "secret_key", "model_api_key", "mail_url"}


class Options(BaseSettings):
    """`settings.COUNTERSIGN` everywhere; names carry their unit."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, frozen=True, extra="ignore", protected_namespaces=(), hide_input_in_errors=True
    )

    # Where things live
    mode: Literal["development", "production"] = setting(
        "development",
        accepts="development or production",
        why="production insists on secrets and HTTPS cookies",
    )
    database_url: DatabaseUrl = setting(
        "",
        validation_alias="DATABASE_URL",
        accepts="postgresql://user:password@host:port/name, sqlite:///path, or nothing for SQLite in the "
        "data folder",
        why="where the books are kept",
    )
    redis_url: BrokerUrl = setting(
        "",
        validation_alias="REDIS_URL",
        accepts="redis://host:port/number, rediss://…, redis+socket:///path, filesystem://, or nothing for "
        "the embedded server",
        why="where wake-up messages travel; never a source of truth",
    )
    data_dir: Folder = setting(
        BASE_DIR / "var", accepts="a folder", why="SQLite file, Valkey files, workspaces, generated secret"
    )
    database_pool_connections: Whole = whole(
        8, least=1, most=200, unit="connections", why="PostgreSQL pool of one process"
    )
    database_wait_seconds: Whole = whole(
        30, least=20, most=300, unit="seconds", why="longest wait for a write lock"
    )
    database_prepared_statements: Flag = setting(
        True, accepts="true or false", why="false behind a PgBouncer without max_prepared_statements"
    )

    # Doors
    bind_host: IpAddress = setting("127.0.0.1", accepts="an IP address", why="where `run_all` listens")
    bind_port: Whole = whole(
        8000, least=1, most=65_535, unit="(port number)", why="first port `run_all` tries"
    )
    allowed_hosts: Names = setting(
        ("localhost", "127.0.0.1", "[::1]"),
        accepts="host names with commas between them, no wildcard",
        why="names under which the service is reached",
    )
    secret_key: SecretStr = setting(
        SecretStr(""),
        accepts="at least 40 characters",
        why="signs sessions; generated in the data folder if absent",
    )
    demo_login: Flag = setting(
        False, accepts="true or false", why="one-click log-in as a demonstration person; loopback only"
    )
    max_body_bytes: Whole = whole(
        1_048_576, least=16_384, most=16_777_216, unit="bytes", why="largest request body accepted"
    )
    max_page_rows: Whole = whole(200, least=10, most=1_000, unit="rows", why="largest page the API gives")
    public_url: HttpUrl = setting(
        "",
        accepts="an http:// or https:// address, or nothing for the one it listens on",
        why="address in mails",
    )
    session_seconds: Whole = whole(
        28_800, least=300, most=604_800, unit="seconds", why="how long a log-in lasts without activity"
    )
    time_zone: TimeZone = setting(
        "UTC", accepts="a name such as UTC or Europe/Vienna", why="pages show times in it"
    )
    currency: Currency = setting(
        "USD", accepts="a three-letter code such as USD", why="the one currency of the books"
    )

    # Rounds
    lease_seconds: Whole = whole(
        30, least=3, most=600, unit="seconds", why="a worker that is silent so long lost it"
    )
    round_wall_clock_seconds: Whole = whole(
        900, least=10, most=86_400, unit="seconds", why="longest a round may take, unless its terms say less"
    )
    driver_lease_seconds: Whole = whole(
        15, least=3, most=600, unit="seconds", why="a driver that is silent so long may be replaced"
    )
    driver_poll_milliseconds: Whole = whole(
        500,
        least=10,
        most=60_000,
        unit="milliseconds",
        why="how often the driver and the dispatcher look for work",
    )
    resend_after_seconds: Whole = whole(
        10, least=1, most=3_600, unit="seconds", why="an unclaimed reservation is sent again after this"
    )
    reservation_seconds: Whole = whole(
        3_600,
        least=60,
        most=604_800,
        unit="seconds",
        why="an unclaimed reservation is dropped as stale after this",
    )
    max_claims: Whole = whole(3, least=1, most=10, unit="claims", why="claims of one round before quarantine")
    max_steps_per_round: Whole = whole(
        50, least=1, most=1_000, unit="steps", why="a round ends after this many steps"
    )
    max_attempts_per_step: Whole = whole(
        3, least=1, most=10, unit="attempts", why="provider requests for one step"
    )
    worker_processes: Whole = whole(
        2, least=1, most=64, unit="processes", why="rounds one worker runs side by side"
    )
    shutdown_seconds: Whole = whole(
        30, least=1, most=600, unit="seconds", why="how long `run_all` and workers wait for work in flight"
    )
    acceptance_days: Whole = whole(
        14, least=1, most=365, unit="days", why="money of a claimed completion stays committed so long"
    )

    # Authority, until the controllers have signed a policy of their own
    two_signatures_above_tokens: Whole = whole(
        5_000_000, least=1, most=2**53 - 1, unit="tokens", why="above it two different people sign"
    )
    two_signatures_above_money: Whole = whole(
        50, least=1, most=900_000_000, unit="currency units", why="above it two different people sign"
    )
    answer_hours: Whole = whole(
        72, least=1, most=2_208, unit="hours", why="time to answer before the next person is asked"
    )

    # Notices
    mail_url: MailUrl = setting(
        SecretStr(""),
        accepts="smtp://user:password@host:port or smtps://…, or nothing for files in the data folder",
        why="mail server",
    )
    mail_from: str = setting("Countersign <countersign@localhost>", accepts="a sender", why="sender of mails")
    notice_attempts: Whole = whole(
        10, least=1, most=50, unit="attempts", why="a notice is given up after them"
    )
    notice_hosts: Hosts = setting((), accepts="host names, or nothing", why="own machines webhooks may reach")

    # The model
    model_base_url: HttpUrl = setting(
        "",
        accepts="an http:// or https:// address, or nothing for the scripted endpoint",
        why="OpenAI-compatible API",
    )
    model_api_key: SecretStr = setting(
        SecretStr(""), accepts="the provider's key", why="sent to model_base_url only"
    )
    model_name: str = setting(
        "scripted-1",
        accepts="a model's name without spaces",
        why="model of new requests",
        pattern=r"^[^\s]{1,200}$",
    )
    model_timeout_seconds: Whole = whole(
        120, least=1, most=3_600, unit="seconds", why="longest wait for one provider request"
    )
    model_context_tokens: Whole = whole(
        128_000,
        least=1_024,
        most=10_000_000,
        unit="tokens",
        why="context of models without a profile of their own",
    )
    min_output_tokens: Whole = whole(
        512, least=16, most=100_000, unit="tokens", why="a step that could answer with less is not sent"
    )

    # The agent
    wrap_up_step: Flag = setting(
        True,
        accepts="true or false",
        why="a round that reported complete or blocked may add one closing step",
    )

    commands: Programs = setting(
        (),
        accepts="program names with commas between them, without paths, or nothing",
        why="programs agents may run in their workspace; none unless named",
    )

    # Fresh-agent rounds; sizes as the harness counts them, in UTF-16 code units
    ralph_max_rounds: Whole = whole(
        256, least=1, most=1_000, unit="rounds", why="largest cap a run may ask for"
    )
    ralph_max_handoff_chars: Whole = whole(
        16_384, least=1, most=1_048_576, unit="code units", why="a larger report fails its round"
    )
    ralph_max_result_chars: Whole = whole(
        16_384, least=1, most=1_048_576, unit="code units", why="the text of a result is cut to it"
    )

    # What it says about itself
    log_format: Literal["auto", "console", "json"] = setting(
        "auto", accepts="auto, console or json", why="auto is json in production"
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = setting(
        "INFO", accepts="DEBUG, INFO, WARNING or ERROR", why="what is logged"
    )

    @model_validator(mode="after")
    def _combinations(self) -> Self:
        for broken, sentence in self._nonsense():
            if broken:
                raise ValueError(sentence)
        return self

    def _nonsense(self) -> list[tuple[bool, str]]:
        secret = self.secret_key.get_secret_value()
        production = self.mode == "production"
        return [
            (
                self.lease_seconds >= self.round_wall_clock_seconds,
                "COUNTERSIGN_LEASE_SECONDS must be less than COUNTERSIGN_ROUND_WALL_CLOCK_SECONDS "
                f"({self.round_wall_clock_seconds})",
            ),
            (
                self.model_timeout_seconds > self.round_wall_clock_seconds,
                "COUNTERSIGN_MODEL_TIMEOUT_SECONDS must not exceed COUNTERSIGN_ROUND_WALL_CLOCK_SECONDS "
                f"({self.round_wall_clock_seconds})",
            ),
            (
                self.min_output_tokens * 2 > self.model_context_tokens,
                "COUNTERSIGN_MIN_OUTPUT_TOKENS must be at most half of COUNTERSIGN_MODEL_CONTEXT_TOKENS "
                f"({self.model_context_tokens})",
            ),
            (0 < len(secret) < 40, "COUNTERSIGN_SECRET_KEY needs at least 40 characters"),
            (
                production and self.uses_postgresql and not secret,
                "COUNTERSIGN_SECRET_KEY is required with PostgreSQL in production: at least 40 characters, "
                "the same for every process",
            ),
            (
                self.demo_login and (production or not self.on_loopback),
                "COUNTERSIGN_DEMO_LOGIN=true is only accepted in development with COUNTERSIGN_BIND_HOST on "
                "loopback (127.0.0.1 or ::1)",
            ),
        ]

    @property
    def address(self) -> str:
        """Where people find it, without a slash at the end."""
        host = f"[{self.bind_host}]" if ":" in self.bind_host else self.bind_host
        return self.public_url or f"http://{host}:{self.bind_port}"

    @property
    def uses_postgresql(self) -> bool:
        return self.database_url.startswith("postgres")

    @property
    def on_loopback(self) -> bool:
        return ipaddress.ip_address(self.bind_host).is_loopback

    @property
    def heartbeat_seconds(self) -> float:
        """Leases are renewed three times before they can lapse."""
        return self.lease_seconds / 3
