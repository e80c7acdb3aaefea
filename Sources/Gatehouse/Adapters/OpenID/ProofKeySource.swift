import GatehouseJOSE
import GatehouseWire

/// The source of the keys that the tokens of sessions are bound to (RFC 9449).
struct ProofKeySource: Sendable {
    let policy: DPoPPolicy
    let randomBytes: @Sendable (_ count: Int) -> [UInt8]

    /// Returns a key for the tokens of a new sign-in; `nil` if the app or the server does not use DPoP.
    ///
    /// - Throws: ``AuthError`` if no key can be generated.
    func newKey(at server: ServerMetadata) throws(AuthError) -> ProofKey? {
        guard policy == .automatic, server.dpopSigningAlgorithms?.contains(.es256) == true else { return nil }
        return try newKey()
    }

    /// Returns a key for the code and the tokens of a sign-in page; `nil` as for ``newKey(at:)``, and for a code that
    /// another party redeems.
    func newKey(for request: SignInRequest, at server: ServerMetadata) throws(AuthError) -> ProofKey? {
        guard !request.isRedeemedElsewhere else { return nil }
        return try newKey(at: server)
    }

    /// Returns the key that a refresh proves; `nil` for a session that is not bound to one.
    ///
    /// For a lost key this is a new one, so that the server decides: it rejects the refresh token of a public client,
    /// which ends the session, and accepts that of a client that authenticates (RFC 9449 §5).
    func key(forRefreshOf session: StoredSession) throws(AuthError) -> ProofKey? {
        guard session.isBound else { return nil }
        if let key = session.proofKey, !key.isLost { return key }
        return try newKey()
    }

    private func newKey() throws(AuthError) -> ProofKey {
        do throws(JOSEError) {
            return try ProofKey(randomBytes: randomBytes)
        } catch {
            throw .unusableProofKey
        }
    }
}

extension ProofKey {
    /// The thumbprint of the public key (RFC 9449 §10).
    var thumbprint: String {
        get throws(AuthError) {
            do throws(JOSEError) { return try signingKey.keyID } catch { throw .unusableProofKey }
        }
    }
}

extension TokenResponse {
    /// Returns whether the access token is bound to the key that the request proved.
    func isBound(to key: ProofKey?) -> Bool { key != nil && tokenType == .dpop }
}
