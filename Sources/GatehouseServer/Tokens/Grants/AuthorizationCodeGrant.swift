import Foundation
import GatehouseJOSE
import GatehouseStore
import GatehouseWire

/// The authorization code grant (RFC 6749 §4.1.3, RFC 7636 §4.6).
///
/// A code allows one attempt of its own client. A mismatched attempt consumes the code too: the code may be stolen, and
/// an honest client can restart the sign-in (RFC 9700 §4.5). Attempts of other clients consume nothing, or any client
/// could invalidate the codes of others.
///
/// A code that is bound to a key requires a proof of that key (RFC 9449 §10).
struct AuthorizationCodeGrant: TokenEndpointGrant {
    static let isWithoutUser = false

    let services: GrantServices
    let code: Secret
    let redirectURI: String?
    let codeVerifier: CodeVerifier?

    /// All clients may use the grant; PKCE is enforced for public ones in `mismatch`.
    func checkEligibility(of client: Client) throws(OAuthError) {}

    /// Native apps redeem the codes of their own screens, also without a redirect URI for others.
    func isOpen(to client: Client) -> Bool { client.native != nil }

    func redeem(_ request: GrantContext) async throws(OAuthError) -> IssuedTokens {
        let record = try await find(for: request)
        guard record.redeemedAt == nil else { throw try await replay(of: record, request) }
        guard request.now < record.expiresAt else {
            throw OAuthError(.invalidGrant, "The authorization code has expired.")
        }
        // A client that has forgotten its proof may try again; a proof of another key consumes the code.
        if request.provenKey == nil, let error = request.bindingError(record.keyThumbprint) { throw error }
        let exchange = record.permitsNativeExchange ? request.options.nativeExchange : nil
        let mismatch = mismatch(record, request.client, requiresPKCE: exchange == nil)
        if let mismatch = mismatch ?? request.bindingError(record.keyThumbprint) {
            try await invalidate(record, request)
            throw mismatch
        }
        let signIn = try exchange?.session(of: record, request.client) ?? SessionRequest(record)
        let tokens = try await services.sessions.start(signIn, for: request) { session in
            .code(.redeem(record.id, session: session, at: request.now))
        }
        guard let tokens else { throw try await replay(of: try await find(for: request), request) }
        return tokens
    }

    private func find(for request: GrantContext) async throws(OAuthError) -> AuthorizationCode {
        let id = AuthorizationCode.ID(OpaqueToken.hash(of: code.reveal()))
        let record = try await services.records.code(id)
        guard let record, record.clientID == request.client.id else {
            throw OAuthError(.invalidGrant, "The authorization code is invalid.")
        }
        guard record.isNative || request.client.grantTypes.contains(.authorizationCode) else {
            throw TokenHandler.unauthorizedGrantType
        }
        return record
    }

    /// Returns the error for a request that does not match the code.
    private func mismatch(_ record: AuthorizationCode, _ client: Client, requiresPKCE: Bool) -> OAuthError? {
        guard redirectURI == record.redirectURI || redirectURI == nil && client.mayOmitRedirectURI else {
            return OAuthError(
                .invalidGrant,
                "\(ParameterName.redirectURI) does not match the authorization request."
            )
        }
        let challenge = record.codeChallenge.flatMap {
            CodeChallenge(rawValue: $0, method: record.codeChallengeMethod ?? .s256)
        }
        switch (codeVerifier, challenge) {
        case (nil, nil) where requiresPKCE && client.requiresPKCE || record.codeChallenge != nil, (nil, .some):
            return OAuthError(.invalidGrant, "Missing required parameter: \(ParameterName.codeVerifier).")
        case (.some, nil):
            return OAuthError(
                .invalidGrant,
                "The authorization request did not include a \(ParameterName.codeChallenge)."
            )
        case (let verifier?, let challenge?) where !PKCE.verify(verifier, against: challenge):
            return OAuthError(
                .invalidGrant,
                "\(ParameterName.codeVerifier) does not match the \(ParameterName.codeChallenge)."
            )
        default:
            return nil
        }
    }

    /// Consumes the code for a session that is never created.
    private func invalidate(_ record: AuthorizationCode, _ request: GrantContext) async throws(OAuthError) {
        _ = try await services.records.firstConflict(committing: [
            .code(.redeem(record.id, session: services.environment.newID(), at: request.now)),
            services.audit.event(
                .authorizationCodeRejected,
                request.context,
                account: record.accountID,
                client: record.clientID
            ),
        ])
    }

    /// Revokes the session: a replayed code may be stolen (RFC 6749 §4.1.2, RFC 9700 §4.5).
    private func replay(of record: AuthorizationCode, _ request: GrantContext) async throws(OAuthError) -> OAuthError {
        if let id = record.sessionID, let session = try await services.records.session(id),
            session.isAlive(at: request.now)
        {
            _ = try await services.records.firstConflict(committing: [
                .session(.end(id, reason: .codeReplayed, at: request.now)),
                services.audit.event(
                    .codeReplayed,
                    request.context,
                    account: record.accountID,
                    client: record.clientID,
                    session: id
                ),
            ])
        }
        return OAuthError(.invalidGrant, "The authorization code was already used; its tokens were revoked.")
    }
}

extension AuthorizationCodeGrant {
    init(_ request: AuthorizationCodeParameters, _ services: GrantServices) {
        self.init(
            services: services,
            code: request.code,
            redirectURI: request.redirectURI,
            codeVerifier: request.codeVerifier
        )
    }
}

extension AuthorizationCode {
    /// Whether a native flow has issued the code.
    var isNative: Bool { credentialsRevision != nil && browserSessionID == nil && redirectURI == nil }

    /// Whether the code can be exchanged without PKCE.
    fileprivate var permitsNativeExchange: Bool { isNative && codeChallenge == nil }
}
