package import Foundation
package import GatehouseWire

/// Kii's operations on users, one method each, in the terms of its API.
///
/// One user is logged in at a time. A successful log-in replaces another one; neither that nor a log-out is sent to the
/// server. Operations use the ``Session`` of one log-in: its tokens are refreshed in time, and a response that arrives
/// after another user has logged in changes nothing on the device.
package struct KiiUsers: Sendable {
    let service: KiiAdapter
    let manager: SessionManager
    let importer: SessionImporter

    private var sessions: SynchronousSessions { SynchronousSessions(manager: manager) }
}

// MARK: - The current log-in

extension KiiUsers {
    /// Returns the stored log-in synchronously, without a request.
    ///
    /// - Returns: The log-in, without custom fields; `nil` if no user is logged in.
    /// - Throws: ``AuthError`` with a `store…` code if the store cannot be read.
    package func current() throws(AuthError) -> KiiLogin? {
        try sessions.current().map { KiiLogin($0.session, $0.storedSession) }
    }

    /// Logs out on this device, synchronously and without a request.
    ///
    /// - Parameter known: The log-ins that may be the stored one, in case the store cannot be read: this process ends
    ///   them immediately, but no later one.
    /// - Throws: ``AuthError`` with a `store…` code if the store failed; the log-out is retried, and a corrupt store is
    ///   cleared.
    package func logOut(knowing known: [Session] = []) throws(AuthError) {
        let stored: Session?
        do throws(AuthError) {
            stored = try sessions.current()?.session
        } catch {
            if error.code == .storeCorrupt { clearCorruptStore() }
            for session in known { try? sessions.signOut(session) }
            throw error
        }
        if let stored { try sessions.signOut(stored) }
    }

    private func clearCorruptStore() {
        manager.tasks.start("gatehouse log-out", isWaitedFor: false) { [manager] in
            do throws(AuthError) {
                _ = try await manager.sessions()
            } catch {
                if error.code == .storeCorrupt { try? await manager.removeCorruptData() }
            }
        }
    }
}

// MARK: - Logging in

extension KiiUsers {
    /// Registers a user and logs in; a user without names and password is a pseudo user.
    ///
    /// - Throws: ``AuthError``: `userAlreadyExists`, `passwordRejected`, `requestRejected`, and the errors of every
    ///   call; a `store…` code if the log-in cannot be stored, although the user is registered.
    package func register(_ user: KiiNewUser) async throws(AuthError) -> KiiLogin {
        _ = try await manager.sessions()
        let request = KiiRegistrationRequest(user: user, requestsToken: true, expiresAt: service.requestedExpiration)
        let response = try await service.send(KiiAPI.register, request)
        guard let token = response.accessToken else {
            throw .invalidResponse("The server registered the user without a token.")
        }
        return try await storeLogIn(
            response.user,
            accessToken: token,
            expiresAt: service.expiry(in: response.expiresIn),
            refreshToken: response.refreshToken,
            scopes: []
        )
    }

    /// Logs a user in.
    ///
    /// - Parameters:
    ///   - name: A login name, an address, or either with its kind: `PHONE:JP-09012345678`.
    ///   - password: The password.
    /// - Returns: The log-in.
    /// - Throws: ``AuthError``: `wrongPassword`, also for an unknown name; and the errors of every call.
    package func logIn(_ name: String, password: Secret) async throws(AuthError) -> KiiLogin {
        _ = try await manager.sessions()
        let tokens = try await service.token(for: .password(username: name, password))
        let user = try await service.read(with: tokens.accessToken)
        guard user.userID == tokens.id else { throw .invalidResponse("The token and the user do not match.") }
        return try await storeLogIn(
            user,
            accessToken: tokens.accessToken,
            expiresAt: service.expiry(in: tokens.expiresIn),
            refreshToken: tokens.refreshToken,
            scopes: tokens.scope ?? []
        )
    }

    /// Logs in with tokens that the app has kept:
    /// ``GatehouseClient/importSession(accessToken:refreshToken:expiresAt:)``.
    ///
    /// - Returns: The log-in, with custom fields.
    /// - Throws: ``AuthError``: `requestRejected` if the server does not accept the token.
    package func logIn(
        accessToken: String,
        expiresAt: Date = .distantFuture,
        refreshToken: String? = nil
    ) async throws(AuthError) -> KiiLogin {
        var user: KiiUserDocument?
        let tokens = SessionImporter.Tokens(
            accessToken: accessToken,
            expiresAt: expiresAt,
            refreshToken: refreshToken
        )
        let storedSession = try await importer.importSession(tokens) { token throws(AuthError) in
            let response = try await service.read(with: token)
            user = response
            return User(id: response.userID, claims: response.claims)
        }
        return login(storedSession, user)
    }

    /// Stores a log-in as the current one.
    private func storeLogIn(
        _ user: KiiUserDocument,
        accessToken: Secret,
        expiresAt: Date,
        refreshToken: Secret?,
        scopes: ScopeSet
    ) async throws(AuthError) -> KiiLogin {
        var storedSession = StoredSession(
            id: Base64URL.encode(service.connection.randomBytes(16)),
            account: Account(id: user.userID, user.claims),
            scopes: scopes,
            accessToken: accessToken,
            expiresAt: expiresAt,
            refreshToken: refreshToken,
            idToken: nil
        )
        storedSession.profile = CachedProfile(claims: user.claims, fetchedAt: service.connection.clock.now)
        try await SessionCommitter(manager: manager).commit(storedSession)
        return login(storedSession, user)
    }

    private func login(_ storedSession: StoredSession, _ user: KiiUserDocument?) -> KiiLogin {
        var login = KiiLogin(Session(storedSession, manager: manager), storedSession)
        if let user { login.user = user }
        return login
    }
}

/// A log-in: the user as far as known, and the tokens.
package struct KiiLogin: Sendable {
    /// The session of this log-in, independent of later log-ins.
    package let session: Session
    package var user: KiiUserDocument
    package var accessToken: Secret
    /// The expiration by the server's clock; the distant future if the token does not expire or no expiration is known.
    package var expiresAt: Date
    package var refreshToken: Secret?

    init(_ session: Session, _ storedSession: StoredSession) {
        self.session = session
        user = KiiUserDocument(storedSession)
        accessToken = storedSession.accessToken
        expiresAt = storedSession.expiresAt
        refreshToken = storedSession.refreshToken
    }
}

extension KiiUserDocument {
    /// The stored claims of a user: all members except custom fields under Kii's names, and the most common ones also
    /// under those of OpenID Connect.
    var claims: StandardClaims {
        var document = self
        document.customFields = [:]
        let members = document.members.values.map { (ClaimName(rawValue: $0.key), $0.value) }
        var claims = StandardClaims(Dictionary(members) { _, later in later })
        claims[.preferredUsername] = loginName.map(JSONValue.string)
        claims.name = displayName
        claims.email = emailAddress
        claims.emailVerified = emailAddressVerified
        return claims
    }

    /// Creates a user from the stored claims: without custom fields, or with only the identifier if there are none.
    package init(_ storedSession: StoredSession) {
        let members = storedSession.profile?.claims.values.map { ($0.key.rawValue, $0.value) } ?? []
        let document = try? KiiUserDocument(members: KiiJSONObject(Dictionary(members) { _, later in later }))
        self = document ?? KiiUserDocument(userID: storedSession.account.id)
        userID = storedSession.account.id
        customFields = [:]
    }
}
