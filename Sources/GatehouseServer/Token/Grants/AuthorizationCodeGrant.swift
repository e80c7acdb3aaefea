import Foundation
import GatehouseJOSE
import GatehouseStore
import GatehouseWire

/// A code of the authorization endpoint becomes tokens (RFC 6749 §4.1.3, RFC 7636 §4.6).
///
/// A code is good for one try of its own client. A try that does not fit what the code is bound to spends it as well: whoever makes
/// one may have stolen the code, and a second guess is worth more to them than to an honest client, whose person signs in again
/// (RFC 9700 §4.5). Another client's try spends nothing, or any client could spoil the codes of all others.
struct AuthorizationCodeGrant: Grant {
    let core: ServerCore
    let code: Secret
    let redirectURI: String?
    let codeVerifier: CodeVerifier?

    /// Every kind of client may use it; a public one is held to PKCE below.
    func admit(_ client: Client) throws(OAuthError) {}

    func redeem(_ request: GrantRequest) async throws(OAuthError) -> GrantedTokens {
        let record = try await find(for: request)
        guard record.redeemedAt == nil else { throw try await replay(of: record, request) }
        guard request.now < record.expiresAt else {
            throw OAuthError(.invalidGrant, "The code has expired. Start again at the authorization endpoint.")
        }
        if let mismatch = mismatch(record, request.client) {
            try await spend(record, request)
            throw mismatch
        }
        let tokens = try await SessionStarter(core: core).start(SignIn(record), for: request) { session in
            .code(.redeem(record.id, session: session, at: request.now))
        }
        guard let tokens else { throw try await replay(of: try await find(for: request), request) }
        return tokens
    }

    private func find(for request: GrantRequest) async throws(OAuthError) -> AuthorizationCode {
        let id = AuthorizationCode.ID(OpaqueToken.hash(of: code.reveal()))
        let record = try await core.code(id)
        guard let record, record.clientID == request.client.id else {
            throw OAuthError(.invalidGrant, "The code is not one that was issued to this client.")
        }
        return record
    }

    /// What does not fit what the code is bound to.
    private func mismatch(_ record: AuthorizationCode, _ client: Client) -> OAuthError? {
        guard redirectURI == record.redirectURI || redirectURI == nil && client.mayOmitRedirectURI else {
            return OAuthError(
                .invalidGrant,
                "The \(ParameterName.redirectURI) is not the one of the authorization request."
            )
        }
        let challenge = record.codeChallenge.flatMap {
            CodeChallenge(rawValue: $0, method: record.codeChallengeMethod ?? .s256)
        }
        switch (codeVerifier, challenge) {
        case (nil, nil) where client.requiresPKCE || record.codeChallenge != nil, (nil, .some):
            return OAuthError(.invalidGrant, "The \(ParameterName.codeVerifier) is missing.")
        case (.some, nil):
            return OAuthError(.invalidGrant, "The authorization request had no \(ParameterName.codeChallenge).")
        case (let verifier?, let challenge?) where !PKCE.verify(verifier, against: challenge):
            return OAuthError(.invalidGrant, "The \(ParameterName.codeVerifier) does not fit the challenge.")
        default:
            return nil
        }
    }

    /// Spends the code for a session that there will never be.
    private func spend(_ record: AuthorizationCode, _ request: GrantRequest) async throws(OAuthError) {
        _ = try await core.conflict(committing: [
            .code(.redeem(record.id, session: core.newID(), at: request.now)),
            core.audit(
                .authorizationCodeRefused,
                request.context,
                account: record.accountID,
                client: record.clientID
            ),
        ])
    }

    /// A code that comes a second time is in two hands: what it gave is taken back (RFC 6749 §4.1.2, RFC 9700 §4.5).
    private func replay(of record: AuthorizationCode, _ request: GrantRequest) async throws(OAuthError) -> OAuthError {
        if let id = record.sessionID, let session = try await core.session(id), session.isAlive(at: request.now) {
            _ = try await core.conflict(committing: [
                .session(.end(id, reason: .codeReplayed, at: request.now)),
                core.audit(
                    .codeReplayed,
                    request.context,
                    account: record.accountID,
                    client: record.clientID,
                    session: id
                ),
            ])
        }
        return OAuthError(.invalidGrant, "The code was used before. What it gave is revoked.")
    }
}
