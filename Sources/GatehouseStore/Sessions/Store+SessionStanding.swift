extension Store {
    /// One look after the other, for stores that do not read it at once.
    package func standing(
        of session: Session.ID,
        token: String?
    ) async throws(StoreError) -> SessionStanding? {
        guard let session = try await self.session(session) else { return nil }
        var isTokenRevoked = false
        if let token { isTokenRevoked = try await self.isTokenRevoked(id: token) }
        return SessionStanding(
            session: session,
            account: try await account(session.accountID),
            isTokenRevoked: isTokenRevoked
        )
    }
}
