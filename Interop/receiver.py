"""An HTTP server of a test, which receives the server's requests."""

import http.server
import queue
import threading


class Receiver:
    """Receives POST requests, in a thread of the test, and responds with `status` and `answer`."""

    def __init__(self):
        # The fields, with names in lowercase, and the body of each request.
        self.requests: queue.Queue[tuple[dict[str, str], bytes]] = queue.Queue()
        self.status = 202
        self.answer = b""
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.requests.put(({name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(receiver.status)
                self.send_header("Content-Length", str(len(receiver.answer)))
                self.end_headers()
                self.wfile.write(receiver.answer)

            def log_message(self, *_) -> None:
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/receive"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
