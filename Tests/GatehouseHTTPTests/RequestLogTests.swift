import Foundation
import GatehouseHTTP
import GatehouseStore
import GatehouseTesting
import HTTPTypes
import Logging
import Testing

/// Log lines have the route, without identifiers of users.
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
        let log = LogRecorder()
        var logger = Logger(label: "test") { _ in log.handler }
        logger.logLevel = .trace
        let server = TestServer(store: MemoryStore(), logger: logger)
        let request = HTTPRequest(method: .get, scheme: "https", authority: "login.example.com", path: path)
        _ = await server.answer(request, body: nil, address: nil)
        #expect(log.entries.filter { $0.text == "request completed" }.map(\.path) == [logged])
    }
}
