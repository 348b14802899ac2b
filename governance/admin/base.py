"""A table of the record as pages: a list with filters, one row, an export, saved filters. Reads only.

Django's own forms, actions, inlines and counts are not used: there is no address here at which a row could
be added, changed or deleted, for anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.admin import ModelAdmin
from django.db.models import Field, Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_POST, require_safe

from governance import saved_views
from governance.admin import exporting, paging
from governance.admin.differences import Difference
from governance.admin.looks import Asked, Look, rows
from governance.web.numbers_in import whole_number
from governance.web.plain_text import shown


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a list: its head, and what stands in it. `number` aligns to the right."""

    head: str
    of: Callable[[Any], object]
    number: bool = False


class ReadOnly(ModelAdmin):
    """Subclasses name their `columns` and their `look`; and `before_after` and `standing` where a row has them."""

    look = Look()
    columns: Sequence[Column] = ()
    related: Sequence[str] = ()
    list_template = "admin/record/list.html"
    row_template = "admin/record/row.html"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.admin_site.has_permission(request)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        return {}

    def get_urls(self) -> list[URLPattern]:
        """The list, one row, the export, and keeping or dropping one's own filters."""
        named = f"{self.opts.app_label}_{self.opts.model_name}"
        open_to = self.admin_site.admin_view
        return [
            path("", open_to(require_safe(self.list_view)), name=f"{named}_changelist"),
            path("export/", open_to(require_safe(self.export_view)), name=f"{named}_export"),
            path("keep/", open_to(require_POST(self.keep_view)), name=f"{named}_keep"),
            path("drop/", open_to(require_POST(self.drop_view)), name=f"{named}_drop"),
            path("<path:object_id>/change/", open_to(require_safe(self.row_view)), name=f"{named}_change"),
        ]

    def address(self, view: str, *args: object) -> str:
        return reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_{view}", args=args)

    def found(self, request: HttpRequest) -> tuple[Asked, QuerySet[Any]]:
        """What the address asks for, and the rows that match."""
        asked = Asked.read(request.GET.dict(), self.look)
        every = self.model._default_manager.select_related(*self.related)
        return asked, rows(every, self.look, asked)

    def list_view(self, request: HttpRequest) -> HttpResponse:
        asked, found = self.found(request)
        page = paging.page(found, request.GET.dict())
        return self._page(
            request, self.list_template, title=self._plural, fields=self._fields(asked), columns=self.columns,
            lines=[self._line(row) for row in page.rows], empty=not page.rows, any_filter=bool(asked.named()),
            newer=page.newer and asked.address(after=page.newer),
            older=page.older and asked.address(before=page.older),
            export=f"{self.address('export')}{asked.address()}", query=asked.address(),
            kept=saved_views.kept(request.user, self._table), keep=self.address("keep"), drop=self.address("drop"),
        )  # fmt: skip

    def row_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        number = whole_number(object_id)
        row = self.model._default_manager.select_related(*self.related).filter(pk=number or 0).first()
        if row is None:
            raise Http404
        return self._page(
            request, self.row_template, title=str(self.title_of(row)), values=self._values(row),
            differences=list(self.before_after(row)), standing=self.standing(request, row),
        )  # fmt: skip

    def export_view(self, request: HttpRequest) -> HttpResponseBase:
        asked, found = self.found(request)
        return StreamingHttpResponse(
            exporting.lines(self.model, found, asked, by=str(request.user)),
            content_type=exporting.TYPE,
            headers={"Content-Disposition": f'attachment; filename="{self.opts.model_name}.csv"'},
        )

    def keep_view(self, request: HttpRequest) -> HttpResponse:
        saved_views.keep(
            request.user, self._table, name=request.POST.get("name", ""),
            query=Asked.read(saved_views.parsed(request.POST.get("query", "")), self.look).address(),
        )  # fmt: skip
        return redirect(self.address("changelist"))

    def drop_view(self, request: HttpRequest) -> HttpResponse:
        saved_views.drop(request.user, self._table, whole_number(request.POST.get("view")))
        return redirect(self.address("changelist"))

    def title_of(self, row: Any) -> str:
        """What one row is called."""
        return f"{self.opts.verbose_name} {getattr(row, 'ref', row.pk)}".capitalize()

    def before_after(self, row: Any) -> Sequence[Difference]:
        """What this row changed: before it, after it."""
        return ()

    def standing(self, request: HttpRequest, row: Any) -> Sequence[str]:
        """Sentences about whether the record still vouches for this row."""
        return ()

    @property
    def _table(self) -> str:
        return self.opts.label_lower

    @property
    def _plural(self) -> str:
        return str(self.opts.verbose_name_plural).capitalize()

    def _page(self, request: HttpRequest, template: str, **context: Any) -> TemplateResponse:
        return TemplateResponse(
            request,
            template,
            {**self.admin_site.each_context(request), "opts": self.opts, "list_href": self.address("changelist"),
             "plural": self._plural, **context},
        )  # fmt: skip

    def _fields(self, asked: Asked) -> list[dict[str, str]]:
        return [
            {"name": name, "value": asked.values.get(name, ""), **HINTS[name]} for name in self.look.names
        ]

    def _line(self, row: Any) -> dict[str, Any]:
        cells = [(column, exporting.written(column.of(row))) for column in self.columns]
        return {"href": self.address("change", row.pk), "cells": cells}

    def _values(self, row: Any) -> list[tuple[str, str]]:
        fields: list[Field] = [field for field in self.opts.concrete_fields if field.name not in HIDDEN]
        return [
            (str(field.verbose_name), shown(exporting.written(getattr(row, field.attname)), limit=20_000))
            for field in fields
        ]


HIDDEN = frozenset({"password"})
HINTS = {
    "actor": {"label": "Actor", "hint": "a name, or Countersign"},
    "action": {"label": "Action", "hint": "such as round.admitted, or round. for all of them"},
    "object": {"label": "Object", "hint": "such as G-0412"},
    "since": {"label": "From", "hint": "2026-08-01, UTC"},
    "until": {"label": "To", "hint": "2026-08-31, UTC"},
}
