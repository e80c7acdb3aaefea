public import Foundation
import GatehouseWire

extension GatehouseClient {
    /// Takes over a session by its tokens, such as those that the app kept when it switched to another person.
    ///
    /// The server is asked whose the token is before anything changes: a failure leaves what is signed in as it was. Nothing
    /// is revoked, neither what the token takes the place of nor the token itself when it cannot be kept.
    ///
    /// An app may hand in the same refresh token at every start: while the session that was made of it lasts, it goes on with the tokens it has by
    /// then, and nothing is spent twice.
    ///
    /// - Parameters:
    ///   - accessToken: The access token.
    ///   - expiresAt: When it expires, by the server's clock; by default never, as nobody has said.
    ///   - refreshToken: The refresh token, which takes over once the access token has expired; without one the session lasts
    ///     as long as the access token.
    /// - Returns: The session, which is the current one from now on.
    /// - Throws: ``AuthError``: `refused` when the server does not accept the tokens, and without asking it when they cannot be
    ///   any; `network`, `serverUnavailable` or `rateLimited` when it could not answer; `signedOut` when the session that was made of
    ///   the same refresh token before was ended here meanwhile; a `store…` code when the session cannot be kept.
    @discardableResult
    public func adopt(
        accessToken: String,
        expiresAt: Date = .distantFuture,
        refreshToken: String? = nil
    ) async throws(AuthError) -> Session {
        let grant = try await adopt(
            accessToken: accessToken,
            expiresAt: expiresAt,
            refreshToken: refreshToken
        ) { token throws(AuthError) in
            try await dialect.owner(of: token)
        }
        return session(grant)
    }

    /// Takes over a session, for a caller who has its own way to ask whose a token is.
    func adopt(
        accessToken: String,
        expiresAt: Date,
        refreshToken: String?,
        askingWhose owner: (Secret) async throws(AuthError) -> User
    ) async throws(AuthError) -> StoredGrant {
        let access = try PresentedToken(accessToken)
        let refresh: PresentedToken? =
            if let refreshToken { try PresentedToken(refreshToken) } else { nil }
        let origin = refresh?.secret.fingerprint
        try await keeper.adoptionTurns.take(origin)
        defer { keeper.adoptionTurns.giveBack(origin) }
        if let lasting = try await resume(origin, askingWhose: owner) { return lasting }
        var grant = StoredGrant(
            id: Base64URL.encode(configuration.environment.randomBytes(16)),
            account: .unknown,
            scopes: [],
            accessToken: access.secret,
            expiresAt: expiresAt,
            refreshToken: refresh?.secret,
            idToken: nil
        )
        grant.origin = origin
        if let renewed = try await keeper.renewal(of: origin) { grant = renewed }
        // The refresh token may be spent on the way.
        try await keeper.rehearse()
        let adopted = try await TokenAdoption(keeper: keeper).identify(grant, by: owner)
        try await keeper.keepAdopted(adopted)
        return adopted
    }

    /// Makes the session current that was taken over before by the same refresh token.
    ///
    /// - Returns: The session; `nil` when there is none, or the server has ended it.
    private func resume(
        _ origin: String?,
        askingWhose owner: (Secret) async throws(AuthError) -> User
    ) async throws(AuthError) -> StoredGrant? {
        let sessions = try await keeper.sessions()
        guard let origin, let present = sessions.grants.first(where: { $0.origin == origin }) else { return nil }
        do throws(AuthError) {
            var grant = try await keeper.grant(present.id, isUrgent: true, leeway: 0)
            do throws(AuthError) {
                _ = try await owner(grant.accessToken)
            } catch {
                guard error.isTokenRefused, grant.refreshToken != nil else { throw error }
                grant = try await keeper.grant(present.id, refused: grant.accessToken, isUrgent: true, leeway: 0)
                _ = try await owner(grant.accessToken)
            }
            try await keeper.select(grant.id)
            // Somebody may have signed out meanwhile.
            return try await keeper.stored(grant.id)
        } catch {
            guard error.signedOutReason?.isByServer == true else { throw error }
            return nil
        }
    }
}
