"""An HTTP server that acts as the operator's SMS gateway.

Prints its port, then one JSON object per line for each accepted request. Ends with its standard input.
SMS to +12015550NNN get status NNN from 300 on; those to +12015550999 get no response.
"""

import argparse
import http.server
import json
import pathlib
import ssl
import sys
import threading

from certificates import Authority


def planned_status(number: str) -> int:
    start, status = number[:-3], number[-3:]
    return int(status) if start == "+12015550" and status >= "300" else 204


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        status = planned_status(json.loads(body)["to"])
        line = {
            "target": self.path,
            "body": body,
            "encrypted": isinstance(self.connection, ssl.SSLSocket),
            "signature": self.headers["Gatehouse-Signature"],
            "contentType": self.headers["Content-Type"],
            "authorization": self.headers["Authorization"],
            "trace": self.headers["traceparent"],
        }
        # In one write: `print` writes the end of a line alone, and threads would mix theirs.
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()
        if status == 999:
            threading.Event().wait()
        self.send_response(status)
        if status in (302, 307):
            self.send_header("Location", "/elsewhere")
        # Repeats the number, as gateways often do.
        answer = b"" if status == 204 else body.encode() * 1000
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *arguments) -> None:
        pass


class Gateway(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, address) -> None:
        pass


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0, help="a free one by default")
    parser.add_argument("--tls", action="store_true")
    parser.add_argument("--directory", type=pathlib.Path, help="where to write authority.pem")
    options = parser.parse_args()

    server = Gateway(("127.0.0.1", options.port), Handler)
    if options.tls:
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
