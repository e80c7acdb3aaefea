import GatehouseServer
import GatehouseStore
package import GatehouseWire

/// The sample clients of development mode: the command line (with and without a browser), the demo app and a Kii app.
package struct DevelopmentClients: Sendable {
    /// The app key of the Kii app; app keys are not secret.
    package static let kiiAppKey = Secret("gatehouse-kii-key")

    private let clients: ClientAdministration

    package init(clients: ClientAdministration) {
        self.clients = clients
    }

    private var registrations: [ClientRegistration] {
        [
            ClientRegistration(
                id: "gatehouse-cli",
                name: "Gatehouse command line",
                kind: .public,
                redirectURIs: ["http://127.0.0.1/callback"],
                grantTypes: [.authorizationCode, .refreshToken, .deviceCode],
                scopes: [.openid, .profile, .email, .offlineAccess, .account]
            ),
            ClientRegistration(
                id: "gatehouse-native",
                name: "Gatehouse command line",
                kind: .public,
                grantTypes: [.refreshToken],
                native: NativeAuthenticationSettings(method: .password)
            ),
            ClientRegistration(
                id: "gatehouse-kii",
                name: "Example App",
                kind: .public,
                grantTypes: [.password],
                passwordApp: PasswordAppRegistration(appKey: Self.kiiAppKey)
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

    /// Registers the missing clients; existing ones keep their changes.
    package func register() async throws(CommandError) {
        for var registration in registrations {
            guard let id = registration.id, try await !clients.contains(id) else { continue }
            registration.isForDevelopment = true
            _ = try await clients.create(registration)
        }
    }

    /// Returns a warning about clients that only work in development mode; `nil` if there are none.
    package func warning() async throws(CommandError) -> String? {
        let refused = try await clients.all(where: \.isForDevelopment)
        guard !refused.isEmpty else { return nil }
        let names = refused.map(\.id.rawValue).joined(separator: ", ")
        return "these clients only work in development mode: \(names)."
            + " Delete them: gatehouse client delete ID"
    }
}
