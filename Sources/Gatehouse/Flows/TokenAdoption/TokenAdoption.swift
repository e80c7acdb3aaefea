import GatehouseWire

/// Makes a session of tokens alone.
struct TokenAdoption: Sendable {
    let keeper: SessionKeeper

    /// The session, once the server has said whose it is; not stored yet.
    ///
    /// An access token whose time is over is replaced first, where there is a refresh token.
    ///
    /// - Parameters:
    ///   - grant: The tokens.
    ///   - owner: Asks whose an access token is.
    /// - Returns: The session.
    /// - Throws: ``AuthError`` when the server accepts neither token, or could not be asked.
    func identify(
        _ grant: StoredGrant,
        by owner: (Secret) async throws(AuthError) -> User
    ) async throws(AuthError) -> StoredGrant {
        do throws(AuthError) {
            return try await describe(grant, by: owner)
        } catch {
            // What something in between says of a token is not what the server says.
            guard error.isTokenRefused, !error.isTransient, grant.refreshToken != nil else { throw error }
            switch try await keeper.renew(grant) {
            case .renewed(let tokens):
                return try await describe(grant.renewed(by: tokens, for: TokenWish()), by: owner)
            case .refused(let refusal), .failed(let refusal): throw refusal
            case .outdated: throw error
            }
        }
    }

    private func describe(
        _ grant: StoredGrant,
        by owner: (Secret) async throws(AuthError) -> User
    ) async throws(AuthError) -> StoredGrant {
        let user = try await owner(grant.accessToken)
        guard !user.id.isEmpty else { throw .invalidAnswer("The server did not say whose the token is.") }
        var grant = grant
        grant.account = Account(id: user.id, user.claims)
        if keeper.server.keepsProfiles {
            grant.profile = StoredProfile(claims: user.claims, fetchedAt: keeper.clock.now)
        }
        return grant
    }
}

extension Account {
    /// Somebody whom the server has not named yet.
    static let unknown = Account(id: "")
}
