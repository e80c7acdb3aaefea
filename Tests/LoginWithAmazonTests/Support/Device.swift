import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire

/// What surrounds an app: its store, its network, the person in front of it, and the time.
struct Device: Sendable {
    static let redirectURI = "amzn-com.example.app://?methodName=signin"

    let store = MemoryTokenStore()
    let stage = Stage()
    let network: Network
    let clock: TestClock

    func set(up configuration: inout GatehouseClient.Configuration) {
        configuration.redirectURI = URL(string: Self.redirectURI)
        configuration.tokenStore = store
        configuration.userAgent = stage
        configuration.transport = network
        configuration.environment = clock.environment
    }

    /// What is stored for the app.
    func stored(_ key: AmazonAPIKey) async throws -> StoredSessions? {
        let issuer = key.endpoints.authorization.absoluteString.replacing(AmazonAuthorizationEndpoint.path, with: "")
        return try await store.load(TokenKey(issuer: issuer, clientID: key.clientID))
    }
}
