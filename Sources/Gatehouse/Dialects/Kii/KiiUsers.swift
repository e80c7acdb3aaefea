package import Foundation
package import GatehouseWire

/// Kii's operations on users: one function for each, in the words of the wire.
///
/// One user is logged in at a time. A log-in takes the place of another one once it has succeeded, and not before; the server hears
/// neither of that nor of a log-out. Whatever is done for a user is done with the ``Session`` of one log-in: its tokens are refreshed
/// in time, and an answer that comes after somebody else has logged in changes nothing on the device.
package struct KiiUsers: Sendable {
    let client: GatehouseClient
    let service: KiiService

    var keeper: SessionKeeper { client.keeper }
}

// MARK: - Who is logged in

extension KiiUsers {
    /// Who is logged in, as it is stored: nobody is asked and nothing is waited for.
    ///
    /// - Returns: The log-in, without custom fields; `nil` when nobody is.
    /// - Throws: ``AuthError`` with a `store…` code when what is stored cannot be read now.
    package func current() throws(AuthError) -> KiiLogin? {
        try client.storedNow().map { KiiLogin($0.session, $0.grant) }
    }

    /// Forgets who is logged in, on this device before this returns; the server is not told.
    ///
    /// - Parameter known: The log-ins that may be the stored one, for when the device cannot say: this process forgets those at
    ///   once, and no later one.
    /// - Throws: ``AuthError`` with a `store…` code when the device could not forget it now; it will as soon as it can, and a
    ///   damaged store is cleared.
    package func logOut(knowing known: [Session] = []) throws(AuthError) {
        let stored: Session?
        do throws(AuthError) {
            stored = try client.storedNow()?.session
        } catch {
            if error.code == .storeCorrupt { clearDamaged() }
            for session in known { try? client.forgetNow(session) }
            throw error
        }
        if let stored { try client.forgetNow(stored) }
    }

    private func clearDamaged() {
        Task(name: "gatehouse log-out", executorPreference: client.configuration.executor) { [keeper] in
            do throws(AuthError) {
                _ = try await keeper.sessions()
            } catch {
                if error.code == .storeCorrupt { try? await keeper.clear() }
            }
        }
    }
}

// MARK: - Logging in

extension KiiUsers {
    /// Registers a user, who is logged in with it; one without names and password is a pseudo user.
    ///
    /// - Throws: ``AuthError``: `userAlreadyExists`, `passwordRefused`, `refused`, and what every call may throw; a `store…` code
    ///   when the log-in cannot be kept, though the user is registered.
    package func register(_ user: KiiNewUser) async throws(AuthError) -> KiiLogin {
        _ = try await keeper.sessions()
        let request = KiiRegistrationRequest(user: user, wantsToken: true, expiresAt: service.wantedExpiry)
        let answer = try await service.send(KiiAPI.register, request)
        guard let token = answer.accessToken else {
            throw .invalidAnswer("The server registered the user without a token.")
        }
        return try await keep(
            answer.user,
            accessToken: token,
            expiresAt: service.expiry(in: answer.expiresIn),
            refreshToken: answer.refreshToken,
            scopes: []
        )
    }

    /// Logs a user in.
    ///
    /// - Parameters:
    ///   - name: A login name, an address, or either with its kind: `PHONE:JP-09012345678`.
    ///   - password: The password.
    /// - Returns: The log-in.
    /// - Throws: ``AuthError``: `wrongPassword`, also for a name that nobody has; and what every call may throw.
    package func logIn(_ name: String, password: Secret) async throws(AuthError) -> KiiLogin {
        _ = try await keeper.sessions()
        let tokens = try await service.token(for: .password(username: name, password))
        let user = try await service.read(with: tokens.accessToken)
        guard user.userID == tokens.id else { throw .invalidAnswer("The server named two people for one token.") }
        return try await keep(
            user,
            accessToken: tokens.accessToken,
            expiresAt: service.expiry(in: tokens.expiresIn),
            refreshToken: tokens.refreshToken,
            scopes: tokens.scope ?? []
        )
    }

    /// Logs the user in whose tokens the app has kept: ``GatehouseClient/adopt(accessToken:expiresAt:refreshToken:)``.
    ///
    /// - Returns: The log-in, with custom fields.
    /// - Throws: ``AuthError``: `refused` when the server does not accept the token.
    package func logIn(
        accessToken: String,
        expiresAt: Date = .distantFuture,
        refreshToken: String? = nil
    ) async throws(AuthError) -> KiiLogin {
        var user: KiiUserDocument?
        let grant = try await client.adopt(
            accessToken: accessToken,
            expiresAt: expiresAt,
            refreshToken: refreshToken
        ) { token throws(AuthError) in
            let answer = try await service.read(with: token)
            user = answer
            return User(id: answer.userID, claims: answer.claims)
        }
        return login(grant, user)
    }

    /// Makes a user the one who is logged in.
    private func keep(
        _ user: KiiUserDocument,
        accessToken: Secret,
        expiresAt: Date,
        refreshToken: Secret?,
        scopes: ScopeSet
    ) async throws(AuthError) -> KiiLogin {
        var grant = StoredGrant(
            id: Base64URL.encode(service.connection.randomBytes(16)),
            account: Account(id: user.userID, user.claims),
            scopes: scopes,
            accessToken: accessToken,
            expiresAt: expiresAt,
            refreshToken: refreshToken,
            idToken: nil
        )
        grant.profile = StoredProfile(claims: user.claims, fetchedAt: service.connection.clock.now)
        try await keeper.keep(grant)
        return login(grant, user)
    }

    private func login(_ grant: StoredGrant, _ user: KiiUserDocument?) -> KiiLogin {
        var login = KiiLogin(client.session(grant), grant)
        if let user { login.user = user }
        return login
    }
}
