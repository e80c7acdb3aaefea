package import GatehouseJOSE
package import GatehouseStore
package import GatehouseWire

/// Reads ID tokens used as hints (OpenID Connect Core §3.1.2.1, RP-Initiated Logout §2).
///
/// A hint must be signed by this server but may have expired. A hint that cannot be verified, because its key was
/// retired or another server signed it, is ignored.
package struct IDTokenHintReader: Sendable {
    let issuer: String
    let keys: KeyLookup
    let records: RecordLookup
    let subjects: SubjectIdentifiers

    /// Returns the account of a hint that was issued to a client, or `nil` without such a hint.
    ///
    /// A hint is about the user's session with the client itself (OpenID Connect Core §3.1.2.1). One of another client
    /// would tell whether two pairwise subjects are those of one user.
    package func account(of hint: String?, for client: Client) async throws(OAuthError) -> Account.ID? {
        guard let hint = try await read(hint), hint.audience == client.id.rawValue else { return nil }
        return hint.account
    }

    /// Returns a hint with its account, or `nil` without a verifiable hint.
    package func read(_ hint: String?) async throws(OAuthError) -> IDTokenHint? {
        guard let claims = try await claims(of: hint) else { return nil }
        let audience = claims.authorizedParty ?? claims.audience.values.first
        let client = if let audience { try await records.client(Client.ID(audience)) } else { nil as Client? }
        // Tokens from before a change of the client's type of identifiers contain the account's.
        let account = client.flatMap { subjects.account(of: claims.subject, for: $0) } ?? Account.ID(claims.subject)
        return IDTokenHint(claims: claims, audience: audience, account: account)
    }

    /// Returns the session of a browser that a hint was issued in.
    func session(of hint: IDTokenHint, among sessions: [BrowserSession]) -> BrowserSession? {
        guard let client = hint.audience.map({ Client.ID($0) }) else { return nil }
        return sessions.first {
            $0.accountID == hint.account && subjects.sessionID(of: $0.id, for: client) == hint.claims.sessionID
        }
    }

    private func claims(of hint: String?) async throws(OAuthError) -> IDTokenClaims? {
        guard let hint else { return nil }
        let verifier = try await keys.verificationKeys().verifier
        do {
            let claims = try verifier.verify(
                Secret(hint),
                as: IDTokenClaims.self,
                kind: .idToken,
                algorithms: Set(Keyring.algorithms)
            ).claims
            guard claims.issuer == issuer else { throw JOSEError.wrongIssuer }
            return claims
        } catch {
            return nil
        }
    }
}

/// A verified ID token used as a hint.
package struct IDTokenHint: Sendable {
    package let claims: IDTokenClaims
    /// The identifier of the client that the token was issued to.
    package let audience: String?
    /// The account that the subject identifies.
    package let account: Account.ID
}
