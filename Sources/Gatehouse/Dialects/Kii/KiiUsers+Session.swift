package import GatehouseWire

/// What a user who is logged in does.
///
/// Each call throws ``AuthError``: `signedOut` when the log-in is over on this device; `refused` with the server's `WRONG_TOKEN` when it
/// is over at the server; `network`, `serverUnavailable` or `rateLimited`, and then nothing is known to have happened.
extension KiiUsers {
    /// The user as the server knows it now; the device remembers it without its custom fields.
    package func read(_ session: Session) async throws(AuthError) -> KiiUserDocument {
        let user = try await call(KiiAPI.read, KiiEmptyRequest(), as: session)
        guard user.userID == session.account.id else {
            throw .invalidAnswer("The server answered with another user.")
        }
        await keeper.remember(session.id, user.claims)
        return user
    }

    /// Changes the user: predefined members that are not mentioned stay, custom fields that are not mentioned go.
    ///
    /// - Returns: The user as it is then; `nil` when it was changed, and only that could not be asked any more.
    package func update(
        _ session: Session,
        _ request: KiiUpdateRequest
    ) async throws(AuthError) -> KiiUserDocument? {
        _ = try await call(KiiAPI.update, request, as: session)
        return try? await read(session)
    }

    /// Changes the user, on top of what the server has: an app that knows a part of the custom fields keeps the others so.
    ///
    /// - Returns: As ``update(_:_:)``.
    package func update(
        _ session: Session,
        _ change: (KiiUserDocument) -> KiiUpdateRequest
    ) async throws(AuthError) -> KiiUserDocument? {
        try await update(session, change(try await read(session)))
    }

    /// Deletes the user for good, who is logged out with it.
    package func delete(_ session: Session) async throws(AuthError) {
        _ = try await call(KiiAPI.delete, KiiEmptyRequest(), as: session)
        // What this process knows ends in any case, and it tries again to forget the rest.
        try? await keeper.end([session.id], because: .requested)
    }

    /// Chooses a new password, after which no token of the user is good any more: this log-in needs another one.
    ///
    /// - Throws: `wrongPassword` when the old one is not right, `passwordRefused` when the new one will not do.
    package func changePassword(
        _ session: Session,
        from old: Secret,
        to new: Secret
    ) async throws(AuthError) {
        _ = try await call(
            KiiAPI.changePassword,
            KiiChangePasswordRequest(oldPassword: old, newPassword: new),
            as: session
        )
    }

    /// Gives the user another address, which counts once it is proven.
    package func changeAddress(
        _ session: Session,
        _ kind: KiiAddressKind,
        to address: String
    ) async throws(AuthError) {
        _ = try await call(KiiAPI.changeAddress(kind), KiiAddressRequest(kind, address), as: session)
    }

    /// Proves an address with the code that was sent there.
    ///
    /// - Throws: `wrongCode`, or `expired`.
    package func verify(_ session: Session, _ kind: KiiAddressKind, code: Secret) async throws(AuthError) {
        _ = try await call(KiiAPI.verify(kind), KiiVerificationRequest(code: code), as: session)
    }

    /// Has the code for an address sent again.
    package func resendVerification(_ session: Session, _ kind: KiiAddressKind) async throws(AuthError) {
        _ = try await call(KiiAPI.resend(kind), KiiEmptyRequest(), as: session)
    }

    /// Calls an operation about the user, named by the identifier: no token of another one ever passes for it.
    private func call<Request, Response>(
        _ endpoint: KiiEndpoint<Request, Response>,
        _ request: Request,
        as session: Session
    ) async throws(AuthError) -> Response {
        try await call(endpoint, request, about: .id(session.account.id), as: session)
    }

    /// Calls an operation with a token that is good for a while, and with another one should it be refused.
    ///
    /// A token that cannot be renewed is sent whatever its expiry: the server knows better when it is over.
    func call<Request, Response>(
        _ endpoint: KiiEndpoint<Request, Response>,
        _ request: Request,
        about user: KiiSelector,
        as session: Session
    ) async throws(AuthError) -> Response {
        let grant = try await keeper.stored(session.id)
        guard grant.refreshToken != nil else {
            return try await service.send(endpoint, request, about: user, with: grant.accessToken)
        }
        let token = try await token(of: session)
        do throws(AuthError) {
            return try await service.send(endpoint, request, about: user, with: token.secret)
        } catch {
            guard error.isKiiTokenRefused else { throw error }
            let fresh = try await self.token(of: session, replacing: token)
            return try await service.send(endpoint, request, about: user, with: fresh.secret)
        }
    }

    /// A token that is good for a while; the device has stored by then what came of getting it.
    private func token(
        of session: Session,
        replacing refused: AccessToken? = nil
    ) async throws(AuthError) -> AccessToken {
        do throws(AuthError) {
            let token = try await session.accessToken(replacing: refused)
            _ = try? await keeper.sessions()
            return token
        } catch {
            _ = try? await keeper.sessions()
            throw error
        }
    }
}
