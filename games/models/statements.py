"""Statements for what every move does, compiled once: that takes Django longer than all the rest.

What they read and write, and how, is what the models say, as with Django's own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators
from django.db.models.sql.compiler import SQLCompiler

M = TypeVar("M", bound=Model)


class Lookup(Generic[M]):
    """A query of which nothing varies but one value; given as a function from that value."""

    def __init__(self, query: Callable[[Any], QuerySet[M, Any]]) -> None:
        self._query = query

    def rows(self, value: str) -> list[list[Any]]:
        """Return what it selects, as Python knows it."""
        with connection.cursor() as cursor:
            cursor.execute(self._sql, [value])
            rows = cursor.fetchall()
        return list(self._compiler.apply_converters(rows, self._converters))

    def first(self, value: str) -> M | None:
        """Return the first model it finds, with those that are joined to it."""
        return next(map(self._model, self.rows(value)), None)

    @cached_property
    def _compiler(self) -> SQLCompiler:
        compiler: SQLCompiler = self._query("?").query.get_compiler(DEFAULT_DB_ALIAS)
        compiler.pre_sql_setup()
        return compiler

    @cached_property
    def _sql(self) -> str:
        sql, values = self._compiler.as_sql()
        assert list(values) == ["?"]  # noqa: S101 - or it is no such query
        return sql

    @cached_property
    def _converters(self) -> dict[int, Any]:
        return self._compiler.get_converters([column for column, *_ in self._compiler.select])

    @cached_property
    def _model(self) -> Callable[[list[Any]], M]:
        select, info = self._compiler.select, self._compiler.klass_info
        assert info  # noqa: S101 - there is one if models are asked for
        joined = get_related_populators(info, select, DEFAULT_DB_ALIAS)  # type: ignore[call-arg]
        own = slice(info["select_fields"][0], info["select_fields"][-1] + 1)
        names = [column.target.attname for column, *_ in select[own]]

        def build(row: list[Any]) -> M:
            model: M = info["model"].from_db(DEFAULT_DB_ALIAS, names, row[own])
            for populator in joined:
                populator.populate(row, model)
            return model

        return build


def insert(model: Model) -> None:
    """Store a new row, as ``save`` does; the model does not learn its key."""
    sql, fields = _insertion(type(model))
    values = [field.get_db_prep_save(field.pre_save(model, True), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


def update(model: Model, *names: str) -> None:
    """Store these fields, as ``save`` does; one may be named twice."""
    sql, fields = _change(type(model), tuple(dict.fromkeys(names)))
    values = [field.get_db_prep_save(field.pre_save(model, False), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(sql, [*values, model.pk])


@cache
def _insertion(kind: type[Model]) -> tuple[str, list[Any]]:
    fields = [field for field in kind._meta.concrete_fields if not field.primary_key]
    columns = ", ".join(_quoted(field.column) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    # Nothing but the models' own names goes into the text of these two.
    sql = f"INSERT INTO {_quoted(kind._meta.db_table)} ({columns}) VALUES ({places})"  # noqa: S608
    return sql, fields


@cache
def _change(kind: type[Model], names: tuple[str, ...]) -> tuple[str, list[Any]]:
    fields: list[Any] = [kind._meta.get_field(name) for name in names]
    changes = ", ".join(f"{_quoted(field.column)} = %s" for field in fields)
    table, key = _quoted(kind._meta.db_table), _quoted(kind._meta.pk.column)
    return f"UPDATE {table} SET {changes} WHERE {key} = %s", fields  # noqa: S608


def _quoted(name: str | None) -> str:
    assert name  # noqa: S101 - every column has one
    return connection.ops.quote_name(name)
