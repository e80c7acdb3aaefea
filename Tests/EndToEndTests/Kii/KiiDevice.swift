import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import Testing

/// A device with a Kii app.
struct KiiDevice: Sendable {
    let users: KiiUsers
    let client: GatehouseClient
    let network: InProcessTransport

    init(
        of app: TestKiiApp,
        on server: TestServer,
        tokenLifetime: Int64? = nil,
        change: (inout GatehouseClient.Configuration) -> Void = { _ in }
    ) throws {
        network = InProcessTransport(to: server)
        var configuration = GatehouseClient.Configuration(kii: app, on: server, transport: network) { tokenLifetime }
        change(&configuration)
        client = GatehouseClient(configuration: configuration)
        users = try KiiUsers(of: client)
    }

    /// Returns the app as after a relaunch.
    func relaunched() throws -> KiiUsers {
        try KiiUsers(of: GatehouseClient(configuration: client.configuration))
    }

    /// The login name of the current user.
    var current: String? {
        get throws { try users.current()?.user.loginName }
    }

    /// The number of token requests that the app has sent.
    var tokenRequests: Int { network.paths.count { $0.hasSuffix("/oauth2/token") } }
}

extension Secret {
    static let lanterns = Secret("Rowing 7 lanterns home")
    static let kettles = Secret("Nine kettles under snow")
}

extension KiiNewUser {
    static func named(_ name: String, fields: [String: JSONValue] = [:]) -> KiiNewUser {
        KiiNewUser(loginName: name, password: .lanterns, displayName: "\(name) example", customFields: fields)
    }
}

extension KiiUsers {
    func logIn(_ name: String) async throws(AuthError) -> KiiLogin {
        try await logIn(name, password: .lanterns)
    }
}
