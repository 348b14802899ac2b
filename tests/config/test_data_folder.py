"""What an installation without settings keeps in its data folder."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.db import connection
from kombu import Connection

from governance.config.broker import FILESYSTEM, broker_url, celery_settings, embedded_address_file
from governance.config.databases import databases
from governance.config.options import Options
from governance.config.secrets_file import secret_key


@pytest.fixture
def options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Options:
    monkeypatch.delenv("REDIS_URL", raising=False)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    return Options(data_dir=tmp_path)


def test_the_secret_is_made_once_for_all_processes(options: Options) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: secret_key(options), range(32)))

    (key,) = keys
    assert len(key) >= 40
    assert [path.name for path in options.data_dir.iterdir()] == ["secret_key"]
    assert stat.S_IMODE((options.data_dir / "secret_key").stat().st_mode) == 0o600


def test_a_given_secret_is_used_and_not_written_down(options: Options) -> None:
    given = options.model_copy(update={"secret_key": type(options.secret_key)("g" * 40)})

    assert secret_key(given) == "g" * 40
    assert list(options.data_dir.iterdir()) == []


def test_the_books_are_one_file_in_the_data_folder(options: Options) -> None:
    assert databases(options)["default"]["NAME"] == str(options.data_dir / "countersign.sqlite3")


def test_without_any_broker_messages_are_files(options: Options) -> None:
    given = celery_settings(options)
    with (
        Connection(
            given["CELERY_BROKER_URL"], transport_options=given["CELERY_BROKER_TRANSPORT_OPTIONS"]
        ) as broker,
        broker.SimpleQueue("countersign") as queue,
    ):
        queue.put({"id": 7})
        message = queue.get(timeout=5)

        assert message.payload == {"id": 7}
        message.ack()


def test_a_running_embedded_broker_is_found_by_its_address(options: Options) -> None:
    address = embedded_address_file(options.data_dir)
    address.parent.mkdir()
    address.write_text("redis://127.0.0.1:7001/0\n")

    assert broker_url(options) == "redis://127.0.0.1:7001/0"
    address.unlink()
    assert broker_url(options) == FILESYSTEM


@pytest.mark.world("embedded")
@pytest.mark.django_db(transaction=True)
def test_sqlite_is_opened_so_that_a_commit_survives_power_loss() -> None:
    names = ["journal_mode", "synchronous", "foreign_keys", "busy_timeout"]
    with connection.cursor() as cursor:
        found = {name: cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in names}

    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 30_000}
    assert connection.transaction_mode == "IMMEDIATE"


@pytest.mark.world("postgres")
def test_postgresql_has_a_pool_and_no_cursors_that_outlive_a_transaction(django_db_setup: None) -> None:
    assert connection.settings_dict["OPTIONS"]["pool"]["max_size"] == 8
    assert connection.settings_dict["DISABLE_SERVER_SIDE_CURSORS"] is True
