import GatehouseServer
import GatehouseWire
import HTTPTypes

/// The addresses at which browsers and password managers look for the passkeys of a site.
struct PasskeyRoutes: Sendable {
    let server: IdentityServer

    private struct RelatedOrigins: Encodable {
        let origins: [String]
    }

    private struct PasskeyEndpoints: Encodable {
        let enroll: String
        let manage: String
    }

    var routes: [Route] {
        [
            // Related Origin Requests (WebAuthn Level 3 §5.11).
            Route([.get], "/.well-known/webauthn", for: .api, isAtRoot: true) { _ throws(OAuthError) in
                let origins = server.settings.factors.relatedOrigins
                guard !origins.isEmpty else { throw OAuthError(.invalidRequest, "Not found.", status: .notFound) }
                return Self.response(RelatedOrigins(origins: origins))
            },
            // A Well-Known URL for Relying Party Passkey Endpoints (W3C).
            Route([.get], "/.well-known/passkey-endpoints", for: .api, isAtRoot: true) { _ throws(OAuthError) in
                let issuer = server.settings.issuer
                return Self.response(
                    PasskeyEndpoints(
                        enroll: issuer + CreatePasskeyPage.path,
                        manage: issuer + AccountSection.security.path
                    )
                )
            },
        ]
    }

    private static func response(_ value: some Encodable) -> ServerResponse {
        ServerResponse(
            fields: [.contentType: "application/json", .cacheControl: "public, max-age=3600"],
            body: JSONCoding.encode(value)
        )
    }
}
