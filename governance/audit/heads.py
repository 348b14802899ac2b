"""Where every stream ends, read from the rows that its changes lock; and streams of which nothing is left."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from django.apps import apps
from django.db.models import CharField, Exists, F, OuterRef, Value
from django.db.models.functions import Cast, Concat

from governance.audit.covered import is_number
from governance.models import Event, ServiceStream
from governance.models.streams import StreamHead

PAGE = 2_000
Head = tuple[int, str]


def kinds() -> list[type[StreamHead]]:
    """Every model whose rows own a stream."""
    return [model for model in apps.get_models() if issubclass(model, StreamHead)]


def heads_of(names: Collection[str]) -> dict[str, Head]:
    """Sequence and hash of the last event of these streams; one without a row is absent. One query per kind."""
    found: dict[str, Head] = {}
    for model in kinds():
        keys = [name.partition(":")[2] for name in names if name.startswith(f"{model.stream_prefix}:")]
        rows = model._base_manager.filter(**{f"{_key(model)}__in": _usable(model, keys)})
        for key, seq, head in rows.values_list(_key(model), "stream_seq", "stream_head"):
            found[f"{model.stream_prefix}:{key}"] = (seq, head)
    return found


def every_head() -> Iterator[tuple[str, int, str]]:
    """Name, sequence and hash of every stream that has events, kind by kind, in pages."""
    for model in kinds():
        after = 0
        rows = model._base_manager.filter(stream_seq__gt=0).order_by("pk")
        while page := list(
            rows.filter(pk__gt=after).values_list("pk", _key(model), "stream_seq", "stream_head")[:PAGE]
        ):
            yield from ((f"{model.stream_prefix}:{key}", seq, head) for _pk, key, seq, head in page)
            after = page[-1][0]


def vanished() -> Iterator[tuple[str, int]]:
    """Name and sequence of streams that were written to and of which no event is left."""
    for model in kinds():
        name = Concat(
            Value(f"{model.stream_prefix}:"), Cast(F(_key(model)), CharField()), output_field=CharField()
        )
        left = Event.objects.filter(stream=OuterRef("stream_is"))
        rows = model._base_manager.filter(stream_seq__gt=0).annotate(stream_is=name).filter(~Exists(left))
        yield from rows.values_list("stream_is", "stream_seq").iterator()


def _key(model: type[StreamHead]) -> str:
    return "name" if model is ServiceStream else "pk"


def _usable(model: type[StreamHead], keys: list[str]) -> list[str]:
    return keys if model is ServiceStream else [key for key in keys if is_number(key)]
