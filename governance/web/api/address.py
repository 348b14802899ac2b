"""An address of the API: authenticates, reads strictly, carries out one operation per method, answers in JSON.

Decides the order: who is it, which key, is the body JSON, was it answered before, does it make sense, and
only then the verb.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, cast

from django.http import HttpResponseBase
from rest_framework.permissions import AllowAny, BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from governance import strict
from governance.actors import Acting
from governance.errors import CountersignError, Invalid
from governance.models import Person
from governance.web.acting import acting_of
from governance.web.api import problems, refused, writing
from governance.web.api.inputs import Body
from governance.web.api.openapi import OperationSchema
from governance.web.api.operation import Call, Operation, Write

NOBODY = Acting(name="Somebody")


class Address(APIView):
    """`operations` by lower-case method."""

    operations: ClassVar[Mapping[str, type[Operation]]] = {}
    http_method_names = ["get", "head", "post"]
    schema = OperationSchema()

    def operation(self, method: str | None) -> type[Operation] | None:
        name = (method or "").lower()
        return self.operations.get("get" if name == "head" else name)

    def get_permissions(self) -> list[BasePermission]:
        asked = self.operation(self.request.method) if getattr(self, "request", None) else None
        return [cast(BasePermission, AllowAny() if asked and asked.public else IsAuthenticated())]

    def serve(self, request: Request, **path: str) -> Response:
        kind = self.operation(request.method)
        assert kind is not None
        operation = kind()
        call = Call(acting=NOBODY if operation.public else acting_of(request), path=path)
        if isinstance(operation, Write):
            return _write(request, operation, call)
        return operation.answer(_filled(request, operation, call))


def at(
    *, get: type[Operation] | None = None, post: type[Operation] | None = None
) -> Callable[..., HttpResponseBase]:
    """The view of one address."""
    operations = {name: kind for name, kind in (("get", get), ("post", post)) if kind}
    name = "And".join(kind.__name__ for kind in operations.values())
    body: dict[str, Any] = dict.fromkeys(operations, Address.serve)
    view = type(name, (Address,), {**body, "operations": operations, "__doc__": Address.__doc__})
    return cast(type[Address], view).as_view()


def _write(request: Request, operation: Write, call: Call) -> Response:
    known = frozenset(operation.Input.model_fields)

    def note(error: Exception, problem: dict[str, Any]) -> None:
        if not (isinstance(error, CountersignError) and error.kept):
            refused.keep(call, asks=operation.asks, fields=known, problem=problem)

    try:
        key = writing.key_of(request, cast(Person, request.user))
    except Exception as error:
        note(error, problems.handle(error, {}).data)
        raise
    return writing.once(key, act=lambda: operation.answer(_filled(request, operation, call)), refused=note)


def _filled(request: Request, operation: Operation, call: Call) -> Call:
    call.query = _query(request, operation.Query)
    if request.method == "POST":
        call.body = strict.parse(operation.Input, request.data, noun="The inputs")
    return call


def _query(request: Request, wanted: type[Body]) -> Body:
    given = {}
    for name, values in request.query_params.lists():
        if len(values) > 1:
            raise Invalid(f"Give {name} once.", field=name)
        given[name] = values[0]
    return strict.parse(wanted, given, noun="The parameters")
