"""An HTTPS server that acts as another party's server: documents for GET, notifications for POST.

Prints its port, then one JSON object per line for each request. Ends with its standard input. The path selects the
response.
"""

import argparse
import http.server
import json
import pathlib
import ssl
import sys
import threading
import time

from certificates import Authority


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.report("")
        match self.path.split("/")[1:]:
            case ["document"]:
                self.answer(200, {"Content-Type": "application/json; charset=utf-8", "Cache-Control": "max-age=600"})
            case ["early"]:
                self.wfile.write(b"HTTP/1.1 103 Early Hints\r\nContent-Type: text/html\r\n\r\n")
                self.answer(200, {"Content-Type": "application/client+json"})
            case ["html"]:
                self.answer(200, {"Content-Type": "text/html"})
            case ["untyped"]:
                self.answer(200, {})
            case ["redirect", status]:
                self.answer(int(status), {"Content-Type": "application/json", "Location": "/document"})
            case ["status", status]:
                self.answer(int(status), {"Content-Type": "application/json"})
            case ["bytes", count]:
                self.answer(200, {"Content-Type": "application/json"}, b" " * int(count))
            case ["endless"]:
                self.start({"Content-Type": "application/json"})
                self.repeat(b" " * 1024, pause=0)
            case ["slow"]:
                self.start({"Content-Type": "application/json"})
                self.repeat(b" ", pause=0.05)
            case ["fields"]:
                self.wfile.write(b"HTTP/1.1 200 OK\r\n")
                self.repeat(b"X-Field: " + b"a" * 1000 + b"\r\n", pause=0)
            case _:
                threading.Event().wait()

    def do_POST(self) -> None:
        self.report(self.rfile.read(int(self.headers["Content-Length"])).decode())
        match self.path.split("/")[1:]:
            case ["silent"]:
                threading.Event().wait()
            case ["endless"]:
                self.start({"Content-Type": "application/json"})
                self.repeat(b" " * 1024, pause=0)
            case [_, status]:
                self.answer(int(status), {"Location": "/document"}, b"" if status == "204" else b"text")

    def report(self, body: str) -> None:
        line = {
            "method": self.command,
            "target": self.path,
            "body": body,
            "fields": {name.lower(): value for name, value in self.headers.items()},
        }
        # In one write: `print` writes the end of a line alone, and threads would mix theirs.
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()

    def answer(self, status: int, fields: dict[str, str], body: bytes = b'{"a":1}') -> None:
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name, value)
        self.send_header("Set-Cookie", "a=1; Path=/")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def start(self, fields: dict[str, str]) -> None:
        self.send_response(200)
        for name, value in fields.items():
            self.send_header(name, value)
        self.send_header("Connection", "close")
        self.end_headers()

    def repeat(self, part: bytes, pause: float) -> None:
        """Writes until the client closes the connection."""
        while True:
            self.wfile.write(part)
            self.wfile.flush()
            time.sleep(pause)

    def log_message(self, *arguments) -> None:
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, address) -> None:
        pass


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--plain", action="store_true", help="without TLS")
    parser.add_argument("--directory", type=pathlib.Path, help="where to write authority.pem")
    options = parser.parse_args()

    server = Server(("127.0.0.1", 0), Handler)
    if not options.plain:
        authority = Authority(options.directory)
        authority.issue()
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(authority.chain_file, authority.key_file)
        # The handshake happens in the connection's thread, at its first read.
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_address[1], flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
