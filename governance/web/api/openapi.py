"""How an operation is published: its inputs from pydantic, its outputs from serializers, its problems by status.

Decides the shape of the OpenAPI document and nothing about requests.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse
from pydantic import BaseModel

from governance.web.api import paths
from governance.web.api.codes import CODES
from governance.web.api.problems import CONTENT_TYPE

if TYPE_CHECKING:
    from governance.web.api.operation import Operation

PROBLEM = "Problem"
ALWAYS = (400, 401, 404, 406, 503)
OF_WRITES = (402, 403, 409, 411, 413, 415)
_CAPITALS = re.compile(r"(?<!^)(?=[A-Z])")
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key", {"type": "string", "pattern": "^[!-~]{1,200}$"}, OpenApiParameter.HEADER, required=True,
    description="Chosen anew for each write. The same key and body get the first answer again.",
)  # fmt: skip


class OperationSchema(AutoSchema):
    """Reads an `Operation` instead of guessing from the view."""

    @property
    def _operation(self) -> type[Operation]:
        view: Any = self.view
        found: type[Operation] = view.operations[self.method.lower()]
        return found

    def get_operation_id(self) -> str:
        return _CAPITALS.sub("_", self._operation.__name__).lower()

    def get_summary(self) -> str:
        return self.get_description().split("\n")[0]

    def get_description(self) -> str:  # type: ignore[override]
        return (self._operation.__doc__ or "").strip()

    def get_tags(self) -> list[str]:
        return [self._operation.tag or self.path.split("/")[3]]

    def get_override_parameters(self) -> list[Any]:
        operation = self._operation
        found = [_path_parameter(name) for name in re.findall(r"{(\w+)}", self.path)]
        found += [_query_parameter(name, operation.Query) for name in operation.Query.model_fields]
        return found + ([IDEMPOTENCY_KEY] if hasattr(operation, "asks") else [])

    def get_request_serializer(self) -> Any:
        operation = self._operation
        if not operation.Input.model_fields:
            return None
        return {
            "application/json": self._component(f"{operation.__name__}Input", _schema_of(operation.Input))
        }

    def get_serializer_name(self, serializer: Any, direction: Any) -> str:
        return type(serializer).__qualname__.replace(".", "").removesuffix("Out")

    def _get_request_body(self, direction: Any = "request") -> Any:
        if self.method != "POST" or not self._operation.Input.model_fields:
            return None
        body = super()._get_request_body(direction)  # type: ignore[no-untyped-call]
        return {**body, "required": True}

    def get_examples(self) -> list[OpenApiExample]:
        example = self._operation.example
        return [] if example is None else [OpenApiExample("Example", value=example, request_only=True)]

    def get_response_serializers(self) -> Any:
        operation = self._operation
        answers = {(str(operation.status), "application/json"): self._answer(operation)}
        return {
            **answers,
            **{(str(status), CONTENT_TYPE): self._problem(status) for status in self._statuses()},
        }

    def _answer(self, operation: type[Operation]) -> OpenApiResponse:
        if not hasattr(operation, "order"):
            return OpenApiResponse(response=operation.Output, description="Done.")
        item = self.resolve_serializer(operation.Output, "response")
        page = {
            "type": "object",
            "properties": {
                "items": {"type": "array", "items": item.ref},
                "next_cursor": {"type": ["string", "null"]},
            },
            "required": ["items", "next_cursor"],
        }
        return OpenApiResponse(
            response=self._component(f"{item.name}Page", page),
            description="A page, and the cursor of the next one.",
        )

    def _statuses(self) -> list[int]:
        public = self._operation.public
        usual = [status for status in ALWAYS if not (public and status == 404)]
        return sorted([*usual, *OF_WRITES] if self.method == "POST" else usual)

    def _problem(self, status: int) -> OpenApiResponse:
        codes = [code for code, meaning in CODES.items() if meaning.status == status]
        return OpenApiResponse(
            response=self._component(PROBLEM, _problem_schema()), description=f"One of: {', '.join(codes)}."
        )

    def _component(self, name: str, schema: dict[str, Any]) -> dict[str, Any]:
        component = ResolvedComponent(  # type: ignore[no-untyped-call]
            name=name, type=ResolvedComponent.SCHEMA, object=name, schema=schema
        )
        self.registry.register_on_missing(component)
        return component.ref


def close_objects(result: Any, generator: Any, request: Any, public: Any) -> Any:
    """Spectacular's last hook: objects that are answered have exactly the fields that are published."""
    for schema in result.get("components", {}).get("schemas", {}).values():
        if schema.get("type") == "object" and schema.get("properties"):
            schema.setdefault("additionalProperties", False)
    return result


def _schema_of(model: type[BaseModel]) -> dict[str, Any]:
    return _without_titles(
        model.model_json_schema(mode="validation", ref_template="#/components/schemas/{model}")
    )


def _without_titles(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_without_titles(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: _without_titles(value)
        for key, value in schema.items()
        if key != "title" or not isinstance(value, str)
    }


def _path_parameter(name: str) -> OpenApiParameter:
    described = paths.DESCRIBED[name]
    return OpenApiParameter(
        name, described["schema"], OpenApiParameter.PATH, description=described["description"]
    )


def _query_parameter(name: str, model: type[BaseModel]) -> OpenApiParameter:
    field = model.model_fields[name]
    schema = _schema_of(model)["properties"][name]
    choices = [choice for choice in schema.pop("anyOf", []) if choice != {"type": "null"}]
    if schema.get("default", 0) is None:
        del schema["default"]
    return OpenApiParameter(
        name,
        {**schema, **(choices[0] if choices else {})},
        OpenApiParameter.QUERY,
        required=field.is_required(),
    )


def _problem_schema() -> dict[str, Any]:
    text = {"type": "string"}
    return {
        "type": "object",
        "description": "RFC 9457. `code` is stable; `retryable` tells whether waiting can help; `numbers` are what "
        "the sentence in `detail` is about.",
        "properties": {
            "type": text, "title": text, "status": {"type": "integer"},
            "code": {"type": "string", "enum": sorted(CODES)}, "detail": text,
            "retryable": {"type": "boolean"}, "field": text,
            "numbers": {"type": "object", "additionalProperties": True},
        },
        "required": ["type", "title", "status", "code", "detail", "retryable", "numbers"],
    }  # fmt: skip
