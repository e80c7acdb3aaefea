import Gatehouse
import GatehouseTesting
import HTTPTypes
import Testing

/// The order in which injected faults apply to requests.
struct FaultQueueTests {
    private let server = TestServer(issuer: "https://login.example.com/base")
    private let network: InProcessTransport

    init() {
        network = InProcessTransport(to: server)
    }

    private func status(_ path: String = "/.well-known/openid-configuration") async throws -> Int {
        try await network.send(.get(path, of: server), body: nil).0.status.code
    }

    @Test func consumesFaultsOfPathInOrder() async throws {
        network.failNext(.discovery, with: .answers(status: 501))
        network.fail(.discovery, with: .answers(status: 502), times: 2)
        network.fail(.discovery, with: .answers(status: 599), times: 0)
        #expect(try await status("/oauth2/keys?page=1") == 200)
        var seen: [Int] = []
        for _ in 0..<4 { seen.append(try await status()) }
        #expect(seen == [501, 502, 502, 200])
        #expect(network.requests(for: .discovery) == 4)
        #expect(network.paths.first == "/oauth2/keys")
    }

    @Test func appliesCountedFaultsBeforePermanentFault() async throws {
        network.fail(with: .answers(status: 500))
        network.fail(with: .answers(status: 503))
        network.failNext("/health/live", with: .answers(status: 429))
        #expect(try await status("/health/live") == 429)
        #expect(try await status("/health/live") == 503)
        #expect(try await status() == 503)
        network.clearFaults()
        #expect(try await status() == 200)
    }

    @Test func matchesNamedPathInEveryProtocol() async throws {
        network.fail(.token, with: .answers(status: 599))
        let paths = [
            "/oauth2/token", "/auth/o2/token", "/tenant/oauth2/v2.0/token", "/api/oauth2/token",
            "/api/apps/app/oauth2/token",
        ]
        for path in paths { #expect(try await status(path) == 599) }
        for path in ["/oauth2/tokens", "/oauth2", "/auth/o2/revoke"] { #expect(try await status(path) != 599) }
        #expect(network.requests(for: .token) == paths.count)
        #expect(network.requests(for: "/auth/o2/token") == 1)
        #expect(network.requests(for: .revocation) == 1)
    }

    @Test func restoresConnectionWhenFaultsAreCleared() async throws {
        network.setReachable(false)
        network.failNext(with: .serverError)
        let unsent = TransportError(.unreachable, "The test disconnected the device.", wasNeverSent: true)
        await #expect(throws: unsent) { try await status() }
        network.clearFaults()
        #expect(try await status() == 200)
    }
}
