"""The OpenAPI document: complete, without a warning, every problem declared, every write with its key and example."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from governance import strict
from governance.web.api.operation import Listing, Operation, Write
from tests.api.addresses import addresses

ALWAYS = {"400", "401", "404", "406", "503"}
OF_WRITES = {"402", "403", "409", "411", "413", "415"}


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    out = StringIO()
    call_command("spectacular", "--fail-on-warn", "--validate", "--format", "openapi-json", stdout=out)
    published: dict[str, Any] = json.loads(out.getvalue())
    return published


OPERATIONS = [kind for methods in addresses().values() for kind in methods.values()]


def test_every_operation_is_published_under_its_own_name(document: dict[str, Any]) -> None:
    published = [one["operationId"] for path in document["paths"].values() for one in path.values()]

    assert len(published) == len(OPERATIONS) == len(set(published))


def test_every_operation_declares_its_problems(document: dict[str, Any]) -> None:
    missing = {
        f"{method} {path}": sorted(
            (ALWAYS | (OF_WRITES if method == "post" else set())) - set(one["responses"])
        )
        for path, methods in document["paths"].items()
        for method, one in methods.items()
    }

    assert {name: left for name, left in missing.items() if left} == {"get /api/v1/codes": ["404"]}


def test_every_problem_has_the_one_shape(document: dict[str, Any]) -> None:
    shapes = {
        (kind, content["schema"]["$ref"])
        for methods in document["paths"].values()
        for one in methods.values()
        for status, response in one["responses"].items()
        if status >= "400"
        for kind, content in response["content"].items()
    }

    assert shapes == {("application/problem+json", "#/components/schemas/Problem")}


@pytest.mark.parametrize("operation", [one for one in OPERATIONS if issubclass(one, Write)])
def test_every_write_has_its_key_and_an_example_that_is_accepted(
    operation: type[Write], document: dict[str, Any]
) -> None:
    published = _published(operation, document)

    keys = [one for one in published["parameters"] if one["in"] == "header"]
    assert [(one["name"], one["required"]) for one in keys] == [("Idempotency-Key", True)]
    if operation.Input.model_fields:
        shown = published["requestBody"]["content"]["application/json"]["examples"]["Example"]["value"]
        assert strict.parse(operation.Input, shown, noun="The inputs")


@pytest.mark.parametrize("operation", [one for one in OPERATIONS if issubclass(one, Listing)])
def test_every_list_is_paged(operation: type[Operation], document: dict[str, Any]) -> None:
    names = {one["name"] for one in _published(operation, document)["parameters"] if one["in"] == "query"}

    assert {"cursor", "limit"} <= names


def test_every_operation_says_what_it_does() -> None:
    assert [one.__name__ for one in OPERATIONS if not (one.__doc__ or "").strip().endswith(".")] == []


def test_anybody_may_read_the_document(db: None, client: Client) -> None:
    answer = client.get("/api/v1/schema/", headers={"Accept": "application/json"})

    assert (answer.status_code, answer.json()["openapi"]) == (200, "3.1.0")


def _published(operation: type[Operation], document: dict[str, Any]) -> dict[str, Any]:
    name = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in operation.__name__)[1:]
    everything = [one for methods in document["paths"].values() for one in methods.values()]
    return next(one for one in everything if one["operationId"] == name)
