import Foundation
import GatehouseTesting
import HTTPTypes

extension HTTPRequest {
    /// Returns a request for the discovery document.
    static func discovery(of server: TestServer) -> HTTPRequest {
        get("/.well-known/openid-configuration", of: server)
    }

    /// Returns a GET request for a path below the issuer.
    static func get(_ path: String, of server: TestServer) -> HTTPRequest {
        HTTPRequest(
            method: .get,
            scheme: server.issuer.scheme,
            authority: server.issuer.host(),
            path: server.issuer.path() + path
        )
    }
}
