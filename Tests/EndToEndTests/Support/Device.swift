import Foundation
import Gatehouse
import GatehouseTesting
import Testing

/// An app on a person's device, with the device's browser, its network, and what is stored on it.
struct Device: Sendable {
    let app: GatehouseClient
    let browser: ScriptedBrowser
    let network: InProcessTransport
    let wiretap: Wiretap

    init(
        of clientID: String,
        on server: TestServer,
        browser: ScriptedBrowser?,
        change: (inout GatehouseClient.Configuration) -> Void,
        script: @escaping @Sendable (ScriptedBrowser) async throws -> Void
    ) {
        self.browser = browser ?? ScriptedBrowser(on: server)
        network = InProcessTransport(to: server)
        wiretap = Wiretap(on: network)
        var configuration = server.configuration(clientID: clientID, browser: self.browser, script: script)
        configuration.transport = wiretap
        change(&configuration)
        app = GatehouseClient(configuration)
    }

    /// The same app after it was closed and opened again.
    func relaunched() -> GatehouseClient {
        GatehouseClient(app.configuration)
    }

    /// How often the app has asked for something.
    func requests(for path: String) -> Int {
        network.paths.count { $0 == path }
    }

    /// A copy of the refresh token of whoever is signed in, as somebody has it who got at the device.
    func copiedRefreshToken() async throws -> Secret {
        let issuer = app.configuration.issuer.absoluteString
        let key = TokenKey(issuer: issuer, clientID: app.configuration.clientID)
        return try #require(try await app.configuration.tokenStore.load(key)?.grants.last?.refreshToken)
    }
}

extension GatehouseClient {
    /// Waits until the app is told that it stands there, and gives what it was told on the way.
    func told(_ end: SessionState) async -> [SessionState] {
        await states.until(end)
    }
}

extension AsyncStream<SessionState> {
    /// Everything up to that state.
    func until(_ end: SessionState) async -> [SessionState] {
        var heard: [SessionState] = []
        for await state in self {
            heard.append(state)
            if state == end { break }
        }
        return heard
    }
}

/// The error that the body throws, which must be one.
func failure<Value>(
    sourceLocation: SourceLocation = #_sourceLocation,
    of body: () async throws -> Value
) async throws -> AuthError {
    let error = await #expect(throws: AuthError.self, sourceLocation: sourceLocation) { _ = try await body() }
    return try #require(error, sourceLocation: sourceLocation)
}
