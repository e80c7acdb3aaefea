package import Foundation
import GatehouseWire

/// A tenant of Microsoft Entra External ID, or of a server with the same protocol.
package struct EntraTenant: Sendable {
    /// The default tenant.
    static let defaultTenant = "default"

    /// The tenant's URL, such as `https://login.example.com/default`.
    package var authority: URL
    /// The challenge types that the app supports.
    package var challenges: NativeChallengeTypes = [.code, .password]
    /// The additional capabilities of the app.
    package var capabilities: NativeCapabilities = []
    /// The data center for requests, as used by Microsoft's tests.
    package var datacenter: String?
    /// Whether a sign-in ends all other sessions on the device.
    package var isOneAccount = false
    /// Additional header fields of native authentication requests.
    package var headerFields: @Sendable (URL) async -> [String: String] = { _ in [:] }

    package init(authority: URL) {
        self.authority = authority
    }
}

extension OpenIDAdapter {
    /// Creates an adapter for a configuration, with its issuer or its tenant.
    init(_ configuration: GatehouseClient.Configuration, over connection: EndpointClient) {
        let now = configuration.environment.now
        let entra = configuration.entra
        self.init(
            // Entra returns no name without the scope `profile`, and its libraries always request it.
            requiredScopes: entra == nil ? [.openid, .offlineAccess] : [.openid, .profile, .offlineAccess],
            accountPolicy: entra?.isOneAccount == true ? .singleAccount : .multipleAccounts,
            namesOwnScopes: entra != nil,
            clientID: configuration.clientID,
            clientSecret: configuration.clientSecret,
            leeway: configuration.expirationLeeway.timeInterval,
            connection: connection,
            directory: DiscoveryCache(
                entra.map { .tenant($0.authority) } ?? .issuer(configuration.issuer),
                connection: connection
            ),
            now: now
        )
    }
}
