from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Generator, Iterator
from typing import Any

from asgiref.sync import sync_to_async
from django.db.models import QuerySet
from django.http import StreamingHttpResponse

Parts = Generator[str, None, None]
PORTION = 200  # rows read and sent at a time

_making = asyncio.Lock()  # downloads take turns, so that many of them delay moves as little as one


def portions(rows: QuerySet[Any], *fields: str) -> Iterator[list[tuple[Any, ...]]]:
    # A cursor would need a transaction, so only the keys are read at once. A row that is deleted
    # meanwhile is left out.
    keys = list(rows.values_list("pk", flat=True))
    for start in range(0, len(keys), PORTION):
        portion = keys[start : start + PORTION]
        there = rows.model._default_manager.filter(pk__in=portion).values_list("pk", *fields)
        found = {values[0]: values for values in there}
        yield [found[key] for key in portion if key in found]


def download(parts: Parts, name: str, content_type: str) -> StreamingHttpResponse:
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"',
        # Otherwise Django compresses each part separately, and browsers read only the first part.
        "Content-Encoding": "identity",
    }
    return StreamingHttpResponse(stream(parts), content_type=content_type, headers=headers)


async def stream(parts: Parts) -> AsyncIterator[str]:
    # Parts are made in the thread of the request, which has the connection to the database. From a
    # plain iterator Django would collect all parts before it sends the first.
    try:
        while (part := await _next(parts)) is not None:
            yield part
    finally:  # also if the browser goes away, so that the database can drop the rest
        await sync_to_async(parts.close)()


async def _next(parts: Parts) -> str | None:
    async with _making:
        return await sync_to_async(lambda: next(parts, None))()
