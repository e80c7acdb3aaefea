package import Foundation
package import GatehouseWire

/// An authorization request whose page is open, with everything needed to check and redeem its response.
///
/// It is stored with the sessions, so that the response is usable after the app's process has restarted.
package struct PendingAuthorization: Sendable, Hashable, Codable {
    /// The time for which a response is accepted, in seconds; as long as servers keep their pages open.
    static let lifetime: TimeInterval = 30 * 60

    /// The state of the redirect (RFC 6749 §10.12).
    package var state: Secret
    /// The PKCE verifier (RFC 7636).
    package var verifier: Secret
    /// The nonce of the ID token (OpenID Connect Core §3.1.2.1), if there is one.
    package var nonce: Secret?
    /// The maximum time since the user authenticated at the server, in seconds.
    package var maxAge: Int?
    /// The requested scopes.
    package var scopes: ScopeSet
    /// The requested APIs (RFC 8707); `nil` if there are none.
    package var resources: [String]?
    /// The only account accepted.
    package var accountID: String?
    /// The region of the server's hosts, for a protocol with several.
    package var region: String?
    /// The redirect URI.
    package var redirectURI: String?
    /// The key that the code and its tokens are bound to (RFC 9449 §10); `nil` for bearer tokens.
    package var proofKey: ProofKey?
    /// The time until which a response is accepted, by the server's clock.
    package var deadline: Date
}

/// The position of a native flow: all state that its next request needs.
package struct NativeFlowPosition: Sendable, Hashable, Codable {
    /// The continuation token; `nil` if the server issued none.
    var token: Secret?
    /// The user's email address; never printed.
    var email: Secret
    /// The correlation ID for logs.
    var correlationID: UUID
    /// The state of OAuth 2.0 for First-Party Applications; `nil` with another protocol.
    var firstParty: FirstPartyGrant?
}

/// The state of a flow with OAuth 2.0 for First-Party Applications, beside its session.
struct FirstPartyGrant: Sendable, Hashable, Codable {
    /// The verifier for the code challenge of the first request (RFC 7636).
    var verifier: Secret
    /// The scopes of the first request.
    var scopes: ScopeSet
    /// The authorization code of a flow that is complete.
    var code: Secret?
    /// The key that the requests of the flow prove; `nil` for bearer tokens.
    var proofKey: ProofKey?
}

/// A step of a sign-up in a storable form, for apps whose process may end between two steps.
///
/// It contains the continuation token and the user's address: store it privately, and only as long as the sign-up
/// lasts. Printing it shows neither.
package struct SavedSignUp: Sendable, Hashable, Codable {
    enum Step: Sendable, Hashable, Codable {
        case code(NativeFlowPosition, CodeDelivery)
        case password(NativeFlowPosition)
        case attributes(NativeFlowPosition, [RequiredAttribute])
        case completed(NativeFlowPosition)
    }

    let step: Step

    /// The position of the flow.
    var position: NativeFlowPosition {
        switch step {
        case .code(let position, _), .password(let position), .attributes(let position, _), .completed(let position):
            position
        }
    }

    init(_ step: Step) {
        self.step = step
    }
}

/// An unfinished native sign-up, stored with the sessions in case the app's process ends.
package struct PendingSignUp: Sendable, Hashable, Codable {
    /// The current step.
    package var saved: SavedSignUp
    /// The expiration, by the server's clock.
    package var deadline: Date
}
