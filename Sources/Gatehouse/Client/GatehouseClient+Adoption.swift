public import Foundation
import GatehouseWire

extension GatehouseClient {
    /// Creates a session from tokens obtained elsewhere, such as those that the app kept when it switched accounts.
    ///
    /// The server identifies the user of the token before anything changes: a failure leaves the current session as it
    /// is. Nothing is revoked, neither replaced sessions nor the imported tokens if they cannot be stored.
    ///
    /// An app may import the same refresh token at every start: while its session lasts, that session continues with
    /// its newer tokens, and no token is used twice.
    ///
    /// - Parameters:
    ///   - accessToken: The access token.
    ///   - expiresAt: The expiration by the server's clock; by default never.
    ///   - refreshToken: The refresh token, used after the access token has expired; without one the session ends with
    ///     the access token.
    /// - Returns: The session, which becomes the current one.
    /// - Throws: ``AuthError``: `requestRejected` if the server does not accept the tokens or their syntax is invalid;
    ///   `network`, `serverUnavailable` or `rateLimited` if the server could not respond; `signedOut` if the session of
    ///   the same refresh token was ended here meanwhile; a `store…` code if the session cannot be stored.
    @discardableResult
    public func importSession(
        accessToken: String,
        expiresAt: Date = .distantFuture,
        refreshToken: String? = nil
    ) async throws(AuthError) -> Session {
        let storedSession = try await importSession(
            accessToken: accessToken,
            expiresAt: expiresAt,
            refreshToken: refreshToken
        ) { token throws(AuthError) in
            try await adapter.owner(of: token)
        }
        return session(storedSession)
    }

    /// Creates a session from tokens, for a caller with its own way to identify their user.
    func importSession(
        accessToken: String,
        expiresAt: Date,
        refreshToken: String?,
        identifyingBy owner: (Secret) async throws(AuthError) -> User
    ) async throws(AuthError) -> StoredSession {
        let access = try ImportedToken(accessToken)
        let refresh: ImportedToken? =
            if let refreshToken { try ImportedToken(refreshToken) } else { nil }
        let importFingerprint = refresh?.secret.fingerprint
        try await manager.importLock.acquire(importFingerprint)
        defer { manager.importLock.release(importFingerprint) }
        if let existing = try await resumeImported(importFingerprint, identifyingBy: owner) { return existing }
        var storedSession = StoredSession(
            id: Base64URL.encode(configuration.environment.randomBytes(16)),
            account: .unknown,
            scopes: [],
            accessToken: access.secret,
            expiresAt: expiresAt,
            refreshToken: refresh?.secret,
            idToken: nil
        )
        storedSession.importFingerprint = importFingerprint
        if let refreshed = try await manager.refreshedImport(of: importFingerprint) { storedSession = refreshed }
        // The refresh token may be used below.
        try await manager.checkWritable()
        let imported = try await SessionImporter(manager: manager).identify(storedSession, by: owner)
        try await manager.commitImported(imported)
        return imported
    }

    /// Makes the existing session of an imported refresh token current.
    ///
    /// - Returns: The session; `nil` if there is none, or the server has ended it.
    private func resumeImported(
        _ importFingerprint: String?,
        identifyingBy owner: (Secret) async throws(AuthError) -> User
    ) async throws(AuthError) -> StoredSession? {
        let sessions = try await manager.sessions()
        guard let importFingerprint,
            let present = sessions.sessions.first(where: { $0.importFingerprint == importFingerprint })
        else { return nil }
        do throws(AuthError) {
            var storedSession = try await manager.validSession(present.id, isUrgent: true, leeway: 0)
            do throws(AuthError) {
                _ = try await owner(storedSession.accessToken)
            } catch {
                guard error.isTokenRejected, storedSession.refreshToken != nil else { throw error }
                storedSession = try await manager.validSession(
                    present.id,
                    rejected: storedSession.accessToken,
                    isUrgent: true,
                    leeway: 0
                )
                _ = try await owner(storedSession.accessToken)
            }
            try await manager.select(storedSession.id)
            // The user may have signed out meanwhile.
            return try await manager.session(storedSession.id)
        } catch {
            guard error.signedOutReason?.isByServer == true else { throw error }
            return nil
        }
    }
}
