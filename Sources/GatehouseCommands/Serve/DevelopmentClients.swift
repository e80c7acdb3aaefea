package import GatehouseServer
import GatehouseStore
package import GatehouseWire

/// The clients that development mode has from the start: the command line's, in a browser and without one, the demo
/// app's, and an app of Kii.
package struct DevelopmentClients: Sendable {
    /// The key of the app of Kii; no secret, as the key of no app is.
    package static let kiiAppKey = Secret("gatehouse-kii-key")

    private let core: ServerCore

    package init(core: ServerCore) {
        self.core = core
    }

    private var registrations: [ClientRegistration] {
        [
            ClientRegistration(
                id: "gatehouse-cli",
                name: "Gatehouse command line",
                kind: .public,
                redirectURIs: ["http://127.0.0.1/callback"],
                grantTypes: [.authorizationCode, .refreshToken, .deviceCode]
            ),
            ClientRegistration(
                id: "gatehouse-native",
                name: "Gatehouse command line",
                kind: .public,
                grantTypes: [.refreshToken],
                native: NativeAuthentication(method: .password)
            ),
            ClientRegistration(
                id: "gatehouse-kii",
                name: "Example App",
                kind: .public,
                grantTypes: [.password],
                kii: KiiRegistration(appKey: Self.kiiAppKey)
            ),
            ClientRegistration(
                id: "gatehouse-demo",
                name: "Gatehouse demo",
                kind: .public,
                redirectURIs: ["http://localhost:8090/callback"],
                postLogoutRedirectURIs: ["http://localhost:8090/signed-out"],
                scopes: [.openid, .profile, .email, .offlineAccess],
                attributes: [ClientAttribute(name: ClaimName.name.rawValue, isRequired: true)]
            ),
        ]
    }

    /// Registers what is not there yet; what an operator has changed stays.
    package func register() async throws(CommandFailure) {
        let administration = Administration(core: core)
        let present = Set(try await administration.clients().map(\.client.id))
        for var registration in registrations {
            guard let id = registration.id, !present.contains(id) else { continue }
            registration.isForDevelopment = true
            _ = try await administration.createClient(registration)
        }
    }

    /// Returns a warning about clients that a server without development mode refuses; `nil` when there are none.
    package func warning() async throws(CommandFailure) -> String? {
        let refused = try await Administration(core: core).clients().map(\.client).filter(\.isForDevelopment)
        guard !refused.isEmpty else { return nil }
        let names = refused.map(\.id.rawValue).joined(separator: ", ")
        return "Warning: this server refuses clients that are for development only: \(names)."
            + " 'gatehouse client delete' removes them."
    }
}
