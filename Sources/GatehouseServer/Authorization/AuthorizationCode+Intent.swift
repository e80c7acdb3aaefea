package import Foundation
package import GatehouseStore
package import GatehouseWire

extension AuthorizationCode {
    /// A code bound to everything its request and its person stand for.
    package init(
        _ code: OpaqueToken,
        _ intent: AuthorizationIntent,
        _ person: AuthenticatedPerson,
        agreed claims: [ClaimName] = [],
        expiresAt: Date
    ) {
        self.init(
            id: AuthorizationCode.ID(code.hash),
            clientID: intent.clientID,
            accountID: person.accountID,
            browserSessionID: person.browserSessionID,
            redirectURI: intent.redirectURIWasSent ? intent.redirectURI.rawValue : nil,
            scopes: intent.scopes,
            nonce: intent.nonce,
            codeChallenge: intent.codeChallenge?.rawValue,
            codeChallengeMethod: intent.codeChallenge?.method,
            authenticatedAt: person.authenticatedAt,
            methods: person.methods,
            claims: intent.claims.map { GrantedClaims($0, agreed: claims).stored },
            expiresAt: expiresAt
        )
    }
}
