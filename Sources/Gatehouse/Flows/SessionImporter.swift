import GatehouseWire
import Synchronization

/// Creates sessions from imported tokens.
struct SessionImporter: Sendable {
    let manager: SessionManager

    /// Returns the session with the account that the server reports for its tokens; it is not stored yet.
    ///
    /// Refreshes an expired access token first if there is a refresh token.
    ///
    /// - Parameters:
    ///   - storedSession: The tokens.
    ///   - owner: Fetches the user of an access token.
    /// - Returns: The session.
    /// - Throws: ``AuthError`` if the server accepts neither token or cannot be reached.
    func identify(
        _ storedSession: StoredSession,
        by owner: (Secret) async throws(AuthError) -> User
    ) async throws(AuthError) -> StoredSession {
        do throws(AuthError) {
            return try await addAccount(to: storedSession, by: owner)
        } catch {
            // A response of a proxy says nothing about the token.
            guard error.isTokenRejected, !error.isTransient, storedSession.refreshToken != nil else { throw error }
            switch try await manager.refreshImported(storedSession) {
            case .refreshed(let tokens):
                return try await addAccount(
                    to: storedSession.applying(tokens, requestedBy: AccessTokenRequest()),
                    by: owner
                )
            case .rejected(let error), .failed(let error): throw error
            case .superseded: throw error
            }
        }
    }

    private func addAccount(
        to storedSession: StoredSession,
        by owner: (Secret) async throws(AuthError) -> User
    ) async throws(AuthError) -> StoredSession {
        let user = try await owner(storedSession.accessToken)
        guard !user.id.isEmpty else { throw .invalidResponse("The server returned no user for the token.") }
        var storedSession = storedSession
        storedSession.account = Account(id: user.id, user.claims)
        if manager.server.storesProfiles {
            storedSession.profile = CachedProfile(claims: user.claims, fetchedAt: manager.clock.now)
        }
        return storedSession
    }
}

extension Account {
    /// An account that the server has not identified yet.
    static let unknown = Account(id: "")
}

/// An imported token of valid syntax (RFC 6749 appendix A.12, A.17).
struct ImportedToken: Sendable {
    /// The maximum size, in bytes, that servers accept in a header field.
    private static let limit = 8192

    let secret: Secret

    /// - Throws: `requestRejected` for text that is empty, too long, or contains spaces or control characters.
    init(_ text: String) throws(AuthError) {
        let length = text.utf8.prefix(Self.limit + 1).count
        guard 1...Self.limit ~= length, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            throw AuthError(
                .requestRejected,
                "The imported text is not a valid token. Nothing was changed, and no request was sent.",
                recovery: .signInAgain
            )
        }
        secret = Secret(text)
    }
}

/// Allows one import of a refresh token at a time; later callers continue with the session of the first.
final class ImportLock: Sendable {
    /// The waiting callers, by fingerprint of the token.
    private let waiting = Mutex<[String: [Promise<Void>]]>([:])

    /// Acquires the lock, waiting until it is released.
    ///
    /// - Parameter importFingerprint: The fingerprint of the refresh token; without one there is no lock.
    /// - Throws: `cancelled` if the task was cancelled before.
    func acquire(_ importFingerprint: String?) async throws(AuthError) {
        guard let importFingerprint else { return }
        while true {
            let end: Promise<Void>? = waiting.withLock {
                guard let others = $0[importFingerprint] else {
                    $0[importFingerprint] = []
                    return nil
                }
                let end = Promise<Void>()
                $0[importFingerprint] = others + [end]
                return end
            }
            guard let end else { return }
            guard await end.value != nil else { throw .cancelled() }
        }
    }

    func release(_ importFingerprint: String?) {
        guard let importFingerprint else { return }
        let others = waiting.withLock { $0.removeValue(forKey: importFingerprint) } ?? []
        for other in others { other.resolve(()) }
    }
}
