package import Foundation
package import GatehouseWire

/// An authorization code with its bindings (RFC 6749 §4.1.2).
package struct AuthorizationCode: Sendable, Equatable, Codable {
    package typealias ID = TypedID<AuthorizationCode>

    /// The SHA-256 hash of the code in base64url.
    ///
    /// The code itself is never stored.
    package let id: ID
    package let clientID: Client.ID
    package let accountID: Account.ID
    package let browserSessionID: BrowserSession.ID?
    /// The revision of the account's credentials at the sign-in of a native app, which has no browser session: a later
    /// revision invalidates the code.
    package let credentialsRevision: Int?
    /// The redirect URI of the authorization request; `nil` if it had none.
    package let redirectURI: String?
    package let scopes: ScopeSet
    /// The requested resources (RFC 8707 §2.1).
    package let resources: [Resource.ID]
    /// The thumbprint of the key that the token request must prove (RFC 9449 §10); `nil` for any.
    package let keyThumbprint: String?
    package let nonce: String?
    package let codeChallenge: String?
    package let codeChallengeMethod: CodeChallengeMethod?
    package let authentication: Authentication
    /// The `claims` parameter of the request, as JSON.
    package let claims: JSONValue?
    package let expiresAt: Date
    package var redeemedAt: Date? {
        didSet { redeemedAt = redeemedAt?.flooredToMilliseconds }
    }
    /// The session created by the redemption, which a replay ends.
    package var sessionID: Session.ID?

    package init(
        id: ID,
        clientID: Client.ID,
        accountID: Account.ID,
        browserSessionID: BrowserSession.ID?,
        credentialsRevision: Int? = nil,
        redirectURI: String?,
        scopes: ScopeSet,
        resources: [Resource.ID] = [],
        keyThumbprint: String? = nil,
        nonce: String?,
        codeChallenge: String?,
        codeChallengeMethod: CodeChallengeMethod?,
        authentication: Authentication,
        claims: JSONValue?,
        expiresAt: Date
    ) {
        self.id = id
        self.clientID = clientID
        self.accountID = accountID
        self.browserSessionID = browserSessionID
        self.credentialsRevision = credentialsRevision
        self.redirectURI = redirectURI
        self.scopes = scopes
        self.resources = resources
        self.keyThumbprint = keyThumbprint
        self.nonce = nonce
        self.codeChallenge = codeChallenge
        self.codeChallengeMethod = codeChallengeMethod
        self.authentication = authentication
        self.claims = claims
        self.expiresAt = expiresAt.flooredToMilliseconds
        self.redeemedAt = nil
        self.sessionID = nil
    }
}

/// Reads authorization codes.
package protocol CodeReader: Sendable {
    func code(_ id: AuthorizationCode.ID) async throws(StoreError) -> AuthorizationCode?
}
