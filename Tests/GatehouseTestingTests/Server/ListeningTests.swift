import Foundation
import Gatehouse
import GatehouseTesting
import Testing

/// A test server that other processes can reach.
@Suite(.timeLimit(.minutes(1))) struct ListeningTests {
    /// Creates an app that reaches the server only through its socket; the user's browser calls the server directly.
    private func makeApp(on server: TestServer) async throws -> GatehouseClient {
        try await server.clients.addPublic("app")
        let ada = try await server.users.add(email: "ada@example.com", password: "hunter2")
        var configuration = server.device(of: ada).configuration()
        configuration.transport = URLSessionTransport()
        return GatehouseClient(configuration: configuration)
    }

    @Test func signsInOverSocketAndStopsListeningAfterwards() async throws {
        let (app, session) = try await TestServer.listening { server, network -> (GatehouseClient, Session) in
            #expect(server.issuer.scheme == "http")
            #expect(server.issuer.host() == "127.0.0.1")
            let app = try await makeApp(on: server)
            let session = try await app.signIn(scopes: [.email])
            #expect(try await session.user().email == "ada@example.com")
            #expect(network.requests(for: .token) == 1)
            server.clock.advance(by: 3_600)
            return (app, session)
        }
        let error = await #expect(throws: AuthError.self) { try await session.accessToken() }
        #expect(error?.code == .network)
        #expect(try await app.accounts().count == 1)
    }

    @Test(arguments: [
        (NetworkFault.dropsResponse, AuthError.Code.network), (.dropsRequest, .network), (.html, .serverUnavailable),
        (.tooManyRequests(retryAfter: .seconds(5)), .rateLimited), (.truncatedJSON, .serverUnavailable),
    ])
    func appliesFaultsToSocketConnections(fault: NetworkFault, code: AuthError.Code) async throws {
        try await TestServer.listening { server, network in
            let app = try await makeApp(on: server)
            network.failNext(.token, with: fault)
            let error = await #expect(throws: AuthError.self) { try await app.signIn() }
            #expect(error?.code == code)
            server.clock.advance(by: 60)
            #expect(try await app.signIn().account.id == server.users.id(of: "ada@example.com"))
        }
    }

    @Test func throwsWhenPortIsInUse() async throws {
        try await TestServer.listening { server, _ in
            let port = try #require(server.issuer.port)
            await #expect(throws: (any Error).self) {
                try await TestServer.listening(on: port) { _, _ in Issue.record("Two servers listen on one port.") }
            }
        }
    }

    @Test func rethrowsErrorsOfBody() async throws {
        let thrown = await #expect(throws: TestServerError.self) {
            try await TestServer.listening { server, _ in _ = try await server.users.id(of: "nobody@example.com") }
        }
        #expect(thrown?.description == "Account nobody@example.com not found.")
    }
}
