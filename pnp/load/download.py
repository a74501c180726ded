"""Fetches one file over HTTPS: takes an address and the hosts that the user allows, gives bytes.

Only `pnp pull` imports this; nothing else in the package opens a connection.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from http.client import HTTPException
from typing import Any
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from pnp.diagnostics import Problems, Span, refusal

MOST_BYTES = 5_000_000
SECONDS = 10
LOOPBACK = ("127.0.0.1", "localhost", "::1")
"""Hosts on this machine, which need no TLS."""
_PART = 65_536


def host_of(address: str, allowed: Collection[str], place: Span) -> str:
    """The host of an address that may be fetched. Raises Problems (P850)."""
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
    except ValueError:
        raise refusal("P850", f'"{address}" is no address', place, _WRITE) from None
    if not host or not (parts.scheme == "https" or (parts.scheme == "http" and host in LOOPBACK)):
        raise refusal("P850", f'"{address}" is no address that begins with https://', place, _WRITE)
    if host not in allowed and not any(host.endswith(f".{one}") for one in allowed):
        message = f'"{host}" is none of the hosts that you allow'
        raise refusal("P850", message, place, f"if you trust it: pnp trust --host {host}")
    return host


_WRITE = "write url: https://…"


class _SameHost(HTTPRedirectHandler):
    """Follows redirects to hosts that the user allows."""

    def __init__(self, allowed: Collection[str], place: Span) -> None:
        self.allowed, self.place = allowed, place

    def redirect_request(
        self, req: Request, fp: Any, code: int, msg: str, headers: Any, newurl: str
    ) -> Request | None:
        host_of(newurl, self.allowed, self.place)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def download(address: str, allowed: Collection[str], place: Span) -> bytes:
    """The bytes at an address; `place` is where it is written.

    Raises Problems: P850 a host that is not allowed, P851 not to be had within 10 s, P852 above
    5 MB.
    """
    host = host_of(address, allowed, place)
    opener = build_opener(_SameHost(allowed, place))
    until = time.monotonic() + SECONDS
    data = bytearray()
    try:
        with opener.open(Request(address, headers={"User-Agent": "pnp"}), timeout=SECONDS) as reply:
            while part := reply.read1(_PART):
                data += part
                if len(data) > MOST_BYTES:
                    message = f"{host} sends more than {MOST_BYTES:,} bytes"
                    raise refusal("P852", message, place, "give each deck a sheet of its own")
                if time.monotonic() > until:
                    raise TimeoutError(f"it takes more than {SECONDS} seconds")
    except (URLError, OSError, HTTPException) as problem:
        raise _unreachable(host, problem, place) from None
    return bytes(data)


def _unreachable(host: str, problem: Exception, place: Span) -> Problems:
    what = getattr(problem, "reason", None) or problem
    return refusal("P851", f"{host}: {what}", place, "open the address in a browser")
