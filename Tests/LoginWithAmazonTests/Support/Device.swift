import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire

/// The environment of an app: store, network, user agent and clock.
struct Device: Sendable {
    static let redirectURI = "amzn-com.example.app://?methodName=signin"

    let store = MemoryTokenStore()
    let userAgent = TestUserAgent()
    let network: Network
    let clock: TestClock

    func set(up configuration: inout GatehouseClient.Configuration) {
        configuration.redirectURI = URL(string: Self.redirectURI)
        configuration.tokenStore = store
        configuration.userAgent = userAgent
        configuration.transport = network
        configuration.environment = clock.environment
    }

    /// Returns the stored sessions of the app.
    func stored(_ key: AmazonAPIKey) async throws -> StoredSessions? {
        let issuer = key.endpoints.authorization.absoluteString.replacing(AmazonAuthorizationEndpoint.path, with: "")
        return try await SessionStore(TokenStoreKey(issuer: issuer, clientID: key.clientID), in: store).load()
    }
}
