import Foundation
import GatehouseConcurrency
import GatehouseWire

/// Creates sessions from tokens obtained elsewhere.
final class SessionImporter: Sendable {
    /// The tokens of an import.
    struct Tokens: Sendable {
        var accessToken: String
        /// The expiration by the server's clock.
        var expiresAt: Date
        var refreshToken: String?
    }

    private struct State {
        /// The sessions that imported refresh tokens were exchanged for, by fingerprint, until they are stored.
        var refreshed: [String: StoredSession] = [:]
        /// The exchanges in progress, by fingerprint.
        var running: [String: Task<RefreshOutcome, Never>] = [:]
    }

    private let manager: SessionManager
    private let randomBytes: @Sendable (_ count: Int) -> [UInt8]
    private let lock = ImportLock()
    private let state = Mutex(State())

    /// Creates an importer.
    ///
    /// - Parameters:
    ///   - manager: The sessions.
    ///   - randomBytes: The source of session identifiers.
    init(manager: SessionManager, randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8]) {
        self.manager = manager
        self.randomBytes = randomBytes
    }

    /// Whether an exchanged token could not be stored yet.
    var hasUnsavedTokens: Bool { !state.withLock(\.refreshed).isEmpty }

    /// Creates a session from tokens and makes it current.
    ///
    /// - Parameters:
    ///   - tokens: The tokens.
    ///   - owner: Fetches the user of an access token; by default from the server's user information.
    /// - Returns: The session.
    /// - Throws: ``AuthError``: `requestRejected` if the server does not accept the tokens or their syntax is invalid;
    ///   a `store…` code if the session cannot be stored.
    func importSession(
        _ tokens: Tokens,
        identifyingBy owner: (Secret) async throws(AuthError) -> User
    ) async throws(AuthError) -> StoredSession {
        let access = try ImportedToken(tokens.accessToken)
        let refresh: ImportedToken? =
            if let refreshToken = tokens.refreshToken { try ImportedToken(refreshToken) } else { nil }
        let fingerprint = refresh?.secret.fingerprint
        try await lock.acquire(fingerprint)
        defer { lock.release(fingerprint) }
        if let existing = try await resumeImported(fingerprint, identifyingBy: owner) { return existing }
        var storedSession = StoredSession(
            id: Base64URL.encode(randomBytes(16)),
            account: .unknown,
            scopes: [],
            accessToken: access.secret,
            expiresAt: tokens.expiresAt,
            refreshToken: refresh?.secret,
            idToken: nil
        )
        storedSession.importFingerprint = fingerprint
        if let refreshed = try await refreshedImport(of: fingerprint) { storedSession = refreshed }
        // The refresh token may be used below.
        try await manager.persistence.checkWritable()
        let imported = try await identify(storedSession, by: owner)
        try await manager.add(imported, revoking: false)
        if let fingerprint { state.withLock { $0.refreshed[fingerprint] = nil } }
        return imported
    }

    /// Makes the existing session of an imported refresh token current.
    ///
    /// - Returns: The session; `nil` if there is none, or the server has ended it.
    private func resumeImported(
        _ fingerprint: String?,
        identifyingBy owner: (Secret) async throws(AuthError) -> User
    ) async throws(AuthError) -> StoredSession? {
        let sessions = try await manager.sessions()
        guard let fingerprint, let present = sessions.sessions.first(where: { $0.importFingerprint == fingerprint })
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
            _ = try await manager.select(storedSession.account)
            // The user may have signed out meanwhile.
            return try await manager.session(storedSession.id)
        } catch {
            guard error.signedOutReason?.isByServer == true else { throw error }
            return nil
        }
    }

    /// Returns the session with the account that the server reports for its tokens; it is not stored yet.
    ///
    /// Refreshes an expired access token first if there is a refresh token.
    private func identify(
        _ storedSession: StoredSession,
        by owner: (Secret) async throws(AuthError) -> User
    ) async throws(AuthError) -> StoredSession {
        do throws(AuthError) {
            return try await addAccount(to: storedSession, by: owner)
        } catch {
            // A response of a proxy says nothing about the token.
            guard error.isTokenRejected, !error.isTransient, storedSession.refreshToken != nil else { throw error }
            switch try await refresh(storedSession) {
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
        if manager.service.storesProfiles {
            storedSession.profile = CachedProfile(claims: user.claims, fetchedAt: manager.clock.now)
        }
        return storedSession
    }
}

// MARK: - Exchanges

extension SessionImporter {
    /// Returns the session that an imported refresh token was exchanged for, if it could not be stored yet: the token
    /// itself is spent.
    ///
    /// Waits for an exchange that a cancelled caller has started.
    ///
    /// - Parameter fingerprint: The fingerprint of the token.
    /// - Returns: The session, not stored yet; `nil` if the token has not been exchanged.
    /// - Throws: `cancelled` if the task was cancelled before.
    private func refreshedImport(of fingerprint: String?) async throws(AuthError) -> StoredSession? {
        guard let fingerprint else { return nil }
        if let exchange = state.withLock({ $0.running[fingerprint] }) { _ = try await outcome(of: exchange) }
        return state.withLock { $0.refreshed[fingerprint] }
    }

    /// Exchanges the refresh token of an imported session and remembers the result for the next import of the token.
    ///
    /// - Returns: The tokens or the failure. They are remembered even if a cancelled caller does not wait for them.
    /// - Throws: `cancelled` if the task was cancelled before.
    private func refresh(_ session: StoredSession) async throws(AuthError) -> RefreshOutcome {
        let exchange = state.withLock { state in
            let exchange = manager.tasks.start("gatehouse import") {
                let outcome = await self.manager.service.refresh(session, for: AccessTokenRequest())
                self.record(outcome, of: session)
                return outcome
            }
            if let fingerprint = session.importFingerprint { state.running[fingerprint] = exchange }
            return exchange
        }
        return try await outcome(of: exchange)
    }

    private func record(_ outcome: RefreshOutcome, of session: StoredSession) {
        guard let fingerprint = session.importFingerprint else { return }
        state.withLock { state in
            state.running[fingerprint] = nil
            switch outcome {
            case .refreshed(let tokens):
                state.refreshed[fingerprint] = session.applying(tokens, requestedBy: AccessTokenRequest())
            case .rejected: state.refreshed[fingerprint] = nil
            case .failed, .superseded: break
            }
        }
    }

    private func outcome(of exchange: Task<RefreshOutcome, Never>) async throws(AuthError) -> RefreshOutcome {
        let promise = Promise<RefreshOutcome>()
        manager.tasks.start("gatehouse import", isWaitedFor: false) { promise.resolve(await exchange.value) }
        guard let outcome = await promise.value else { throw .cancelled() }
        return outcome
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
