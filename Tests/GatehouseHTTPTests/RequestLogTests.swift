import Foundation
import GatehouseHTTP
import GatehouseStore
import GatehouseTesting
import HTTPTypes
import Logging
import Testing

/// The line that is logged for each request: its route, without identifiers of users.
@Suite struct RequestLogTests {
    @Test(arguments: [
        ("/oauth2/token?code=secret-code", "/oauth2/token"),
        ("/api/apps/example-app/users/EMAIL:ada@example.com", "/api/apps/{app}/users/{user}"),
        (
            "/api/apps/example-app/users/PHONE%3A%2B819012345678/password/request-reset",
            "/api/apps/{app}/users/{user}/password/request-reset"
        ),
        ("/api/apps/example-app/users/EMAIL:ada@example.com/nothing/like/it", "unknown"),
        ("/nothing/like/ada@example.com", "unknown"),
    ])
    func logsRouteWithoutIdentifiersInPath(path: String, logged: String) async {
        await send(.get, path)
        #expect(log.requests.map { $0["route"] } == [logged])
    }

    @Test func logsOneLinePerRequest() async throws {
        let server = server()
        try await server.clients.addPublic("reports")
        let form = "grant_type=authorization_code&client_id=reports&code=secret-code"
        let response = await send(.post, "/oauth2/token?x=1", form: form, to: server)
        let id = try #require(HTTPField.Name("X-Request-ID").flatMap { response.fields[$0] })
        let line = try #require(log.requests.first)
        #expect(log.requests.count == 1)
        #expect(Set(line.keys) == ["method", "route", "status", "ms", "request", "client"])
        #expect(line["method"] == "POST" && line["route"] == "/oauth2/token" && line["client"] == "reports")
        #expect(line["status"] == String(response.status.code) && line["request"] == id)
        // The clock of the test stands still.
        #expect(line["ms"] == "0.0")
        #expect(log.entries.filter { $0.text == "request completed" }.map(\.level) == [.info])
    }

    @Test func omitsUnknownClient() async {
        await send(.post, "/oauth2/token", form: "client_id=ada@example.com&grant_type=refresh_token&refresh_token=a")
        #expect(log.requests.map { $0["client"] } == [nil])
    }

    @Test(arguments: ["/health/live", "/health/ready"]) func logsHealthChecksAtDebugLevel(path: String) async {
        await send(.get, path)
        #expect(log.entries.filter { $0.text == "request completed" }.map(\.level) == [.debug])
    }

    @Test(arguments: [
        ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "0af7651916cd43dd8448eb211c80319c"),
        ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331", nil),
    ])
    func logsTraceOfValidField(field: String, trace: String?) async {
        await send(.get, "/oauth2/keys", fields: ["traceparent": field])
        #expect(log.requests.map { $0["trace"] } == [trace])
    }

    private let log = LogRecorder()

    private func server() -> TestServer {
        var logger = Logger(label: "test") { [log] _ in log.handler }
        logger.logLevel = .trace
        return TestServer(store: MemoryStore(), logger: logger)
    }

    /// Sends a request to a server that logs to ``log``.
    @discardableResult
    private func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        form: String? = nil,
        to server: TestServer? = nil,
        fields: [String: String] = [:]
    ) async -> ServerResponse {
        var request = HTTPRequest(method: method, scheme: "https", authority: "login.example.com", path: path)
        for (name, value) in fields { HTTPField.Name(name).map { request.headerFields[$0] = value } }
        if form != nil { request.headerFields[.contentType] = "application/x-www-form-urlencoded" }
        return await (server ?? self.server()).answer(request, body: form.map { Data($0.utf8) }, address: nil)
    }
}
