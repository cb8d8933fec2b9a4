"""Files that are made while they are sent, however long they are."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Generator

from asgiref.sync import sync_to_async
from django.http import StreamingHttpResponse

Parts = Generator[str, None, None]

_making = asyncio.Lock()  # downloads take turns, so that many of them delay moves as little as one


def download(parts: Parts, name: str, content_type: str) -> StreamingHttpResponse:
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"',
        # Otherwise Django compresses each part separately, and browsers read only the first part.
        "Content-Encoding": "identity",
    }
    return StreamingHttpResponse(stream(parts), content_type=content_type, headers=headers)


async def stream(parts: Parts) -> AsyncIterator[str]:
    """Yield each part as soon as it is made.

    Parts are made in the thread of the request, which has the connection to the database. From a
    plain iterator Django would collect all parts before it sends the first.
    """
    try:
        while (part := await _next(parts)) is not None:
            yield part
    finally:  # also if the browser goes away, so that the database can drop the rest
        await sync_to_async(parts.close)()


async def _next(parts: Parts) -> str | None:
    async with _making:
        return await sync_to_async(lambda: next(parts, None))()
