"""A website on https whose documents the server loads, such as a client's metadata."""

import http.server
import json
import pathlib
import ssl
import threading

from certificates import Authority


class DocumentServer:
    """A website with a certificate of its own authority."""

    def __init__(self, folder: pathlib.Path):
        self.authority = Authority(folder)
        self.authority.issue()
        # JSON documents by path, and the paths that were requested.
        self.documents: dict[str, dict] = {}
        self.requested: list[str] = []
        website = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                website.requested.append(self.path)
                document = website.documents.get(self.path)
                body = json.dumps(document).encode()
                self.send_response(404 if document is None else 200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.authority.chain_file, self.authority.key_file)
        self._server = http.server.ThreadingHTTPServer(("localhost", 0), Handler)
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def url(self, path: str) -> str:
        return f"https://localhost:{self._server.server_address[1]}{path}"

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
