package import GatehouseServer
import GatehouseStore
import GatehouseWire

/// The two clients that development mode has from the start: the command line's and the demo app's.
package struct DevelopmentClients: Sendable {
    private let core: ServerCore

    package init(core: ServerCore) {
        self.core = core
    }

    private var registrations: [ClientRegistration] {
        var tool = ClientRegistration(name: "Gatehouse command line", kind: .public)
        tool.id = "gatehouse-cli"
        tool.redirectURIs = ["http://127.0.0.1/callback"]
        tool.grants = [GrantType.authorizationCode, .refreshToken, .deviceCode].map(\.rawValue)

        var demo = ClientRegistration(name: "Gatehouse demo", kind: .public)
        demo.id = "gatehouse-demo"
        demo.redirectURIs = ["http://localhost:8090/callback"]
        demo.postLogoutRedirectURIs = ["http://localhost:8090/signed-out"]
        demo.attributes = [ClientAttribute(name: ClaimName.name.rawValue, isRequired: true)]
        return [tool, demo]
    }

    /// Registers what is not there yet; what an operator has changed stays.
    package func register() async throws(CommandFailure) {
        for registration in registrations {
            let client = try registration.client(id: Client.ID(registration.id ?? ""), secretHash: nil, now: core.now)
            do throws(StoreError) {
                guard try await core.store.client(client.id) == nil else { continue }
                try await core.store.commit([.client(.insert(client))])
            } catch .conflict {
                continue
            } catch {
                throw CommandFailure(error)
            }
        }
    }
}
