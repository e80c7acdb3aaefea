import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@testable import Gatehouse

/// A client with its server, browser, store and clocks.
struct TestApp {
    let clock = TwoClocks()
    let server: FakeServer
    let browser: FakeBrowser
    let store: MemoryTokenStore
    let gatehouse: GatehouseClient

    /// Creates the app.
    ///
    /// - Parameters:
    ///   - skew: How far the device's clock is ahead of the server's at the start, in seconds.
    ///   - change: Changes to the default configuration.
    /// - Throws: An error if the server's key cannot be generated.
    init(
        deviceSkew skew: TimeInterval = 0,
        _ change: (inout GatehouseClient.Configuration) -> Void = { _ in }
    ) throws {
        clock.skewDeviceClock(by: skew)
        server = try FakeServer(clock: clock)
        browser = FakeBrowser(server: server)
        store = MemoryTokenStore()
        var configuration = try Self.configuration(of: server, clock: clock)
        configuration.tokenStore = store
        configuration.userAgent = browser
        change(&configuration)
        gatehouse = GatehouseClient(configuration: configuration)
    }

    /// Returns the client of a new process with the same store.
    func relaunched(_ change: (inout GatehouseClient.Configuration) -> Void = { _ in }) throws -> GatehouseClient {
        var configuration = try Self.configuration(of: server, clock: clock)
        configuration.tokenStore = store
        configuration.userAgent = browser
        change(&configuration)
        return GatehouseClient(configuration: configuration)
    }

    static let key = TokenStoreKey(issuer: "https://id.example.com", clientID: "example-app")

    var stored: StoredSessions? {
        get async throws { try await store.sessions(Self.key) }
    }

    /// Ends a process while its sign-in page is open.
    ///
    /// - Returns: The redirect of the page once the user has approved.
    func abandonOpenSignIn(_ interaction: Interaction = .ifNeeded) async throws -> URL {
        let shown = Promise<URL>()
        browser.next { request in
            shown.resolve(request.url(redirectURI: request.redirectURI))
            await waitUntilCancelled()
            return .dismissed
        }
        // Detached before it is cancelled, as a killed process, so that the cancellation does not reach the store.
        let detachable = DetachableStore(store: store)
        let first = try relaunched { $0.tokenStore = detachable }
        let signIn = Task { try await first.signIn(interaction: interaction) }
        let redirect = try server.approve(try #require(await shown.value))
        detachable.detach()
        signIn.cancel()
        _ = await signIn.result
        return redirect
    }

    private static func configuration(
        of server: FakeServer,
        clock: TwoClocks
    ) throws -> GatehouseClient.Configuration {
        let issuer = try #require(URL(string: server.issuer))
        var configuration = GatehouseClient.Configuration(issuer: issuer, clientID: "example-app")
        configuration.redirectURI = URL(string: "com.example.app:/callback")
        configuration.transport = server
        configuration.environment = clock.environment
        return configuration
    }
}

/// Returns the error that the body must throw.
func failure<Value>(
    of body: () async throws -> Value,
    sourceLocation: SourceLocation = #_sourceLocation
) async throws -> AuthError {
    let error = await #expect(throws: AuthError.self, sourceLocation: sourceLocation) { _ = try await body() }
    if let error { TestTrace.run?.print(error) }
    return try #require(error, sourceLocation: sourceLocation)
}
