"""What loads end with."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ._arguments import counted, shortened
from ._record import record

if TYPE_CHECKING:
    from ._ffi import LoadSource


@record(frozen=True)
class LoadedData:
    """What a URL stands for."""

    data: bytes
    #: Where it came from, after redirects.
    url: str
    #: As the server said, "" for nothing.
    content_type: str
    #: 0 when no server responded.
    http_status: int
    source: LoadSource
    #: Older than the server allows, but it could not be asked.
    is_stale: bool

    def __repr__(self) -> str:
        return (f"LoadedData({counted(len(self.data), 'byte')}, url={shortened(self.url, 80)}, content_type={self.content_type!r}, "
                f"http_status={self.http_status}, source={self.source.name}, is_stale={self.is_stale})")  # fmt: skip
