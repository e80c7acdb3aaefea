import GatehouseWire

extension SessionKeeper {
    /// A session made of tokens alone, once the server has said whose they are; not stored yet.
    ///
    /// An access token whose time is over is replaced first, where there is a refresh token.
    nonisolated func identified(_ grant: StoredGrant) async throws(AuthError) -> StoredGrant {
        do throws(AuthError) {
            return try await described(grant)
        } catch {
            guard error.isTokenRefused, grant.refreshToken != nil else { throw error }
            switch await server.refresh(grant, for: TokenWish()) {
            case .renewed(let tokens): return try await described(grant.renewed(by: tokens, for: TokenWish()))
            case .refused(let refusal), .failed(let refusal): throw refusal
            case .outdated: throw error
            }
        }
    }

    private nonisolated func described(_ grant: StoredGrant) async throws(AuthError) -> StoredGrant {
        let user = try await server.owner(of: grant.accessToken)
        guard !user.id.isEmpty else { throw .invalidAnswer("The server did not say whose the token is.") }
        var grant = grant
        grant.account = Account(id: user.id, user.claims)
        if server.keepsProfiles { grant.profile = StoredProfile(claims: user.claims, fetchedAt: clock.now) }
        return grant
    }
}

extension Account {
    /// Somebody whom the server has not named yet.
    static let unknown = Account(id: "")
}
