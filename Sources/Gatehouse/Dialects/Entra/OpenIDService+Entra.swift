import Foundation
import GatehouseWire

extension OpenIDService {
    /// Speaks OpenID Connect with the server of a configuration: at its issuer, or at a tenant.
    init(_ configuration: GatehouseClient.Configuration, over connection: ServerConnection) {
        let now = configuration.environment.now
        let entra = configuration.entra
        self.init(
            // Entra gives no name without the scope, and its libraries always ask for it.
            ownScopes: entra == nil ? [.openid, .offlineAccess] : [.openid, .profile, .offlineAccess],
            sessionRule: entra?.isOneAccount == true ? .one : .several,
            namesOwnScopes: entra != nil,
            clientID: configuration.clientID,
            clientSecret: configuration.clientSecret,
            leeway: configuration.leeway.timeInterval,
            connection: connection,
            directory: ServerDirectory(
                entra.map { .tenant($0.authority) } ?? .issuer(configuration.issuer),
                connection: connection
            ),
            now: now
        )
    }
}
