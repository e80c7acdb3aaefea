"""Records output and requests in the folder of GATEHOUSE_TEST_TRACE, for Scripts/search-trace.py."""

import json
import os
import pathlib
import threading

import requests
from playwright.sync_api import Request

FOLDER = os.environ.get("GATEHOUSE_TEST_TRACE")
# The variables for the lowest log level.
VARIABLES = {"GATEHOUSE_LOG_LEVEL": "trace"} if FOLDER else {}

# Output that intentionally contains secrets: development emails, and commands of an administrator.
SHOWN = ("Email to ", "SMS to ", "@localhost #", "gatehouse: '")

_lock = threading.Lock()


def keep(**record) -> None:
    """A record as in Sources/GatehouseTesting/Server/TestTrace.swift."""
    if FOLDER:
        with _lock, (pathlib.Path(FOLDER) / f"interop-{os.getpid()}.jsonl").open("a") as file:
            file.write(json.dumps(record) + "\n")


def keep_printed(text: str, source: str) -> None:
    keep(source=source, printed="\n".join(line for line in text.split("\n") if not line.startswith(SHOWN)))


def keep_visit(request: Request) -> None:
    """The requests of a browser."""
    if FOLDER:
        body = (request.post_data_buffer or b"").decode(errors="replace")
        keep(target=request.url, fields=list(request.headers.items()), body=body)


def watch_requests() -> None:
    """Records everything sent by `requests`."""
    send = requests.Session.send

    def watched(session, request, **options):
        body = request.body or b""
        body = body.decode(errors="replace") if isinstance(body, bytes) else str(body)
        keep(target=request.url, fields=[[name, str(value)] for name, value in request.headers.items()], body=body)
        answer = send(session, request, **options)
        is_page = answer.headers.get("Content-Type", "").startswith("text/html")
        body = "" if is_page or options.get("stream") else answer.text
        keep(target="", fields=list(answer.headers.items()), body=body)
        return answer

    if FOLDER:
        requests.Session.send = watched
