import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@testable import Gatehouse

/// A client with everything around it made for the test.
struct TestApp {
    let clock = TwoClocks()
    let server: FakeServer
    let browser: FakeBrowser
    let store: MemoryTokenStore
    let gatehouse: GatehouseClient

    /// The app.
    ///
    /// - Parameters:
    ///   - wrong: How far the device's clock is ahead of the server's from the beginning, in seconds.
    ///   - change: What is to be other than usual.
    /// - Throws: When there is no key for the server.
    init(
        deviceIsWrongBy wrong: TimeInterval = 0,
        _ change: (inout GatehouseClient.Configuration) -> Void = { _ in }
    ) throws {
        clock.setDeviceWrong(by: wrong)
        server = try FakeServer(clock: clock)
        browser = FakeBrowser(server: server)
        store = MemoryTokenStore()
        gatehouse = GatehouseClient(try Self.configuration(server, browser, store, clock, change))
    }

    /// The same app after a restart.
    func relaunched(_ change: (inout GatehouseClient.Configuration) -> Void = { _ in }) throws -> GatehouseClient {
        GatehouseClient(try Self.configuration(server, browser, store, clock, change))
    }

    static let key = TokenKey(issuer: "https://id.example.com", clientID: "example-app")

    var stored: StoredSessions? {
        get async throws { try await store.load(Self.key) }
    }

    /// Has a process end while the page of a sign-in is open.
    ///
    /// - Returns: The redirect that the page leads to once the person has agreed.
    func leaveSignInOpen(_ interaction: Interaction = .automatic) async throws -> URL {
        let shown = OneShot<URL>()
        browser.next { visit in
            shown.resolve(visit.page(redirectingTo: visit.redirectURI))
            await untilCancelled()
            return .closed
        }
        // Nobody ever hears of this one again, as of a process that was killed: what it does when it is cancelled
        // does not reach the store.
        let lost = LostStore(store: store)
        let first = try relaunched { $0.tokenStore = lost }
        let signIn = Task { try await first.signIn(interaction: interaction) }
        let redirect = try server.agree(to: try #require(await shown.value))
        lost.lose()
        signIn.cancel()
        _ = await signIn.result
        return redirect
    }

    private static func configuration(
        _ server: FakeServer,
        _ browser: FakeBrowser,
        _ store: MemoryTokenStore,
        _ clock: TwoClocks,
        _ change: (inout GatehouseClient.Configuration) -> Void
    ) throws -> GatehouseClient.Configuration {
        let issuer = try #require(URL(string: server.issuer))
        var configuration = GatehouseClient.Configuration(issuer: issuer, clientID: "example-app")
        configuration.redirectURI = URL(string: "com.example.app:/callback")
        configuration.tokenStore = store
        configuration.userAgent = browser
        configuration.transport = server
        configuration.environment = clock.environment
        change(&configuration)
        return configuration
    }
}

/// The error that the body throws, which must be one.
func failure<Value>(
    of body: () async throws -> Value,
    sourceLocation: SourceLocation = #_sourceLocation
) async throws -> AuthError {
    let error = await #expect(throws: AuthError.self, sourceLocation: sourceLocation) { _ = try await body() }
    if let error { TestTrace.run?.print(error) }
    return try #require(error, sourceLocation: sourceLocation)
}
