import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import Testing

/// A device with an app of Kii's kind on it.
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
        var configuration = server.kiiConfiguration(app, transport: network) { tokenLifetime }
        change(&configuration)
        client = GatehouseClient(configuration)
        users = try client.kii
    }

    /// The same app after it was closed and opened again.
    func relaunched() throws -> KiiUsers {
        try GatehouseClient(client.configuration).kii
    }

    /// Who is logged in, by the login name.
    var current: String? {
        get throws { try users.current()?.user.loginName }
    }

    /// How often the app has asked for tokens.
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
