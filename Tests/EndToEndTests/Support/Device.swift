import Foundation
import Gatehouse
import GatehouseTesting
import Testing

/// An app on a user's device, with its browser, network and token store.
struct Device: Sendable {
    let app: GatehouseClient
    let browser: ScriptedBrowser
    let network: InProcessTransport
    let recorder: RecordingTransport

    init(
        of clientID: String,
        on server: TestServer,
        browser: ScriptedBrowser?,
        change: (inout GatehouseClient.Configuration) -> Void,
        script: @escaping @Sendable (ScriptedBrowser) async throws -> Void
    ) {
        self.browser = browser ?? ScriptedBrowser(on: server)
        network = InProcessTransport(to: server)
        recorder = RecordingTransport(on: network)
        var configuration = server.configuration(clientID: clientID, browser: self.browser, script: script)
        configuration.transport = recorder
        change(&configuration)
        app = GatehouseClient(configuration: configuration)
    }

    /// Returns the app as after a relaunch.
    func relaunched() -> GatehouseClient {
        GatehouseClient(configuration: app.configuration)
    }

    /// Returns the number of requests that the app has sent to a path.
    func requests(for path: String) -> Int {
        network.paths.count { $0 == path }
    }

    /// Returns the stored refresh token, as an attacker with access to the device would read it.
    func copiedRefreshToken() async throws -> Secret {
        let issuer = app.configuration.issuer.absoluteString
        let key = TokenStoreKey(issuer: issuer, clientID: app.configuration.clientID)
        let stored = try await SessionStore(key, in: app.configuration.tokenStore).load()
        return try #require(stored?.sessions.last?.refreshToken)
    }
}

extension GatehouseClient {
    /// Waits for a state and returns the states up to and including it.
    func observedStates(until end: SessionState) async -> [SessionState] {
        await states.until(end)
    }
}

extension AsyncStream<SessionState> {
    /// Returns the states up to and including `end`.
    func until(_ end: SessionState) async -> [SessionState] {
        var received: [SessionState] = []
        for await state in self {
            received.append(state)
            if state == end { break }
        }
        return received
    }
}

/// Returns the `AuthError` that the body throws; records an issue if it throws none.
func failure<Value>(
    sourceLocation: SourceLocation = #_sourceLocation,
    of body: () async throws -> Value
) async throws -> AuthError {
    let error = await #expect(throws: AuthError.self, sourceLocation: sourceLocation) { _ = try await body() }
    return try #require(error, sourceLocation: sourceLocation)
}
