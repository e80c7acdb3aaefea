import Foundation
import GatehouseTesting
import Testing

@testable import Gatehouse

@Suite(.timeLimit(.minutes(1))) struct IdentityTokenSignInTests {
    private let token = IdentityToken(.apple, token: "header.payload.signature", nonce: "n-0S6")

    @Test func leadsToBrowserIfServerAcceptsNoTokens() async throws {
        let server = TestServer()
        try await server.clients.addPublic("app")
        let network = InProcessTransport(to: server)
        let client = GatehouseClient(configuration: server.nativeConfiguration(transport: network))
        let error = try #require(
            await #expect(throws: AuthError.self) { try await IdentityTokenSignIn(at: client).signIn(with: token) }
        )
        #expect(error.code == .browserRequired)
        #expect(error.message == "The server does not accept identity tokens of apple.")
        #expect(error.recovery == .signInAgain)
        // The token is not sent to a server that does not announce to accept it.
        #expect(network.paths == ["/.well-known/openid-configuration"])
        #expect(try await client.session() == nil)
    }

    @Test func reportsUnreachableServer() async throws {
        let server = TestServer()
        let network = InProcessTransport(to: server)
        network.setReachable(false)
        let client = GatehouseClient(configuration: server.nativeConfiguration(transport: network))
        let error = await #expect(throws: AuthError.self) {
            try await IdentityTokenSignIn(at: client).signIn(with: token)
        }
        #expect(error?.code == .network)
    }

    @Test func printsNoToken() {
        var dumped = ""
        dump(token, to: &dumped)
        for text in ["\(token)", String(reflecting: token), dumped] {
            #expect(!text.contains("payload"))
            #expect(!text.contains("n-0S6"))
            #expect(text.contains("apple"))
        }
    }
}
