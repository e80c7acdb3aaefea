import Foundation
import GatehouseTesting
import HTTPTypes

extension HTTPRequest {
    /// Asks a server what it can do.
    static func discovery(of server: TestServer) -> HTTPRequest {
        get("/.well-known/openid-configuration", of: server)
    }

    /// Asks a server for something below its issuer.
    static func get(_ path: String, of server: TestServer) -> HTTPRequest {
        HTTPRequest(
            method: .get,
            scheme: server.issuer.scheme,
            authority: server.issuer.host(),
            path: server.issuer.path() + path
        )
    }
}
