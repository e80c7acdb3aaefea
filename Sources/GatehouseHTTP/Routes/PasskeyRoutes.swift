import GatehouseServer
import GatehouseWire
import HTTPTypes

/// The address at which password managers look for the pages that create and manage passkeys.
struct PasskeyRoutes: Sendable {
    let server: IdentityServer

    private struct PasskeyEndpoints: Encodable {
        let enroll: String
        let manage: String
    }

    var routes: [Route] {
        [
            // A Well-Known URL for Relying Party Passkey Endpoints (W3C).
            Route([.get], "/.well-known/passkey-endpoints", for: .api, isAtRoot: true) { _ throws(OAuthError) in
                let issuer = server.settings.issuer
                return Self.response(
                    PasskeyEndpoints(
                        enroll: issuer + CreatePasskeyPage.path,
                        manage: issuer + AccountSection.security.path
                    )
                )
            }
        ]
    }

    private static func response(_ value: some Encodable) -> ServerResponse {
        ServerResponse(
            fields: [.contentType: "application/json", .cacheControl: "public, max-age=3600"],
            body: JSONCoding.encode(value)
        )
    }
}
