import Foundation
import GatehouseJOSE
import GatehouseWire

/// The redemption of the authorization code of a first-party app for a session.
struct FirstPartyRedemption: Sendable {
    let adapter: OpenIDAdapter
    let manager: SessionManager

    /// Redeems the authorization code and makes the session current.
    func redeem(
        _ code: Secret,
        at position: NativeFlowPosition,
        for tokenRequest: AccessTokenRequest
    ) async throws(AuthError) -> Session {
        do throws(AuthError) {
            let grant = try position.requiredGrant
            guard let verifier = CodeVerifier(grant.verifier.reveal()) else { throw .corruptFlow }
            let tokens = try await adapter.redeem(
                .authorizationCode(code, redirectURI: nil, codeVerifier: verifier),
                proving: grant.proofKey,
                correlationID: position.correlationID
            )
            var session = try await adapter.storedSession(
                from: tokens,
                requested: grant.scopes,
                expecting: .init(),
                boundTo: grant.proofKey
            )
            session = try await extend(session, to: tokenRequest, beyond: grant.scopes)
            session.account = await account(of: session)
            try await SessionCommitter(manager: manager).commit(session)
            return Session(session, manager: manager)
        } catch {
            // The code has expired, or the response to an earlier redemption was lost.
            let isSpent = error.response?.error == OAuthErrorCode.invalidGrant.rawValue
            throw (isSpent ? .corruptFlow : error).at(position)
        }
    }

    /// Returns the account with name and address, or without them if they cannot be fetched.
    ///
    /// The ID token of an authorization code need not contain them (OpenID Connect Core §5.4).
    private func account(of session: StoredSession) async -> Account {
        let account = session.account
        guard account.name == nil, account.email == nil,
            session.scopes.contains(.profile) || session.scopes.contains(.email),
            let user = try? await adapter.profile(of: session), user.id == account.id
        else { return account }
        return Account(id: account.id, user.claims)
    }

    /// Requests the scopes that were unknown when the flow began, as after a sign-up.
    private func extend(
        _ session: StoredSession,
        to tokenRequest: AccessTokenRequest,
        beyond requested: ScopeSet
    ) async throws(AuthError) -> StoredSession {
        guard !adapter.isSatisfied(tokenRequest.scopes, granted: requested) else { return session }
        let scopes = tokenRequest.scopes.union(requested)
        let further = AccessTokenRequest(scopes: scopes, claims: tokenRequest.claims)
        switch await adapter.refresh(session, for: further) {
        case .refreshed(let tokens): return session.applying(tokens, requestedBy: further)
        case .superseded: return session
        case .rejected(let error), .failed(let error):
            let token = session.refreshToken ?? session.accessToken
            await adapter.revokeUnused(PendingRevocation(id: session.id, token: token, since: manager.clock.now))
            throw error
        }
    }
}
