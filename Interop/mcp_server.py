"""An MCP server with two tools, protected by access tokens of a Gatehouse server."""

import json
import threading

import uvicorn
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from mcp.server.auth.provider import AccessToken
from mcp.server.auth.settings import AuthSettings
from mcp.server.mcpserver import MCPServer

from gatehouse import PATIENCE, Server, free_port, wait_for


class Verifier:
    """Validates tokens for one audience (RFC 9068 §4)."""

    def __init__(self, server: Server, audience: str):
        self.server = server
        self.keys: KeySet | None = None
        self.registry = jwt.JWTClaimsRegistry(
            iss={"essential": True, "value": server.issuer},
            aud={"essential": True, "value": audience},
            exp={"essential": True},
        )

    async def verify_token(self, token: str) -> AccessToken | None:
        self.keys = self.keys or KeySet.import_key_set(self.server.get("/oauth2/keys").json())
        try:
            content = jwt.decode(token, self.keys, algorithms=["ES256"])
            self.registry.validate(content.claims)
        except (JoseError, ValueError):
            return None
        if content.header["typ"] != "at+jwt":
            return None
        claims = content.claims
        return AccessToken(
            token=token,
            client_id=claims["client_id"],
            scopes=claims["scope"].split(),
            expires_at=claims["exp"],
            resource=claims["aud"],
            subject=claims["sub"],
            claims=claims,
        )


class OrdersServer:
    """The server in a thread. Each request needs a scope to read, and one tool a scope to write."""

    def __init__(self, server: Server):
        self.port = free_port()
        self.url = f"http://localhost:{self.port}/mcp"
        # A scope belongs to one API.
        self.read, self.write = f"orders-{self.port}:read", f"orders-{self.port}:write"
        self.scopes = {"list_orders": self.read, "place_order": self.write}
        self.verifier = Verifier(server, self.url)
        settings = AuthSettings(
            issuer_url=server.issuer,
            resource_server_url=self.url,
            required_scopes=[self.read],
            validate_token_resource=True,
        )
        orders = MCPServer("Orders", auth=settings, token_verifier=self.verifier)

        @orders.tool()
        def list_orders() -> str:
            """Lists the orders."""
            return "one order"

        @orders.tool()
        def place_order() -> str:
            """Places an order."""
            return "placed"

        application = StepUp(orders.streamable_http_app(json_response=True), self)
        self._server = uvicorn.Server(uvicorn.Config(application, "localhost", self.port, log_level="warning"))
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        wait_for(lambda: self._server.started, "the MCP server")

    def register(self, server: Server) -> None:
        """Registers the API, with its scopes."""
        scopes = ["--scope", f"{self.read}=See your orders", "--scope", f"{self.write}=Place orders"]
        server.create_resource(self.url, "Orders", *scopes)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)


class StepUp:
    """Demands the scope of a tool, which the SDK's server cannot (RFC 6750 §3.1)."""

    def __init__(self, application, server: OrdersServer):
        self.application = application
        self.server = server

    async def __call__(self, scope, receive, send) -> None:
        if scope["type"] != "http" or scope["method"] != "POST":
            return await self.application(scope, receive, send)
        body, is_complete = b"", False
        while not is_complete:
            message = await receive()
            body += message.get("body", b"")
            is_complete = not message.get("more_body", False)
        fields = {name.decode().lower(): value.decode() for name, value in scope["headers"]}
        token = await self.server.verifier.verify_token(fields.get("authorization", "").removeprefix("Bearer "))
        tool = (json.loads(body).get("params") or {}).get("name")
        needed = self.server.scopes.get(tool, self.server.read)
        if token and needed not in token.scopes:
            metadata = f"http://localhost:{self.server.port}/.well-known/oauth-protected-resource/mcp"
            challenge = f'Bearer error="insufficient_scope", scope="{needed}", resource_metadata="{metadata}"'
            headers = [(b"www-authenticate", challenge.encode()), (b"content-length", b"0")]
            await send({"type": "http.response.start", "status": 403, "headers": headers})
            return await send({"type": "http.response.body", "body": b""})

        async def replay():
            nonlocal body
            if body is None:
                return await receive()
            message, body = {"type": "http.request", "body": body, "more_body": False}, None
            return message

        await self.application(scope, replay, send)
