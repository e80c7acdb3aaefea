package import GatehouseWire

/// The operations of a logged-in user.
///
/// Each call throws ``AuthError``: `signedOut` if the log-in has ended on this device; `requestRejected` with the
/// server's `WRONG_TOKEN` if it has ended at the server; `network`, `serverUnavailable` or `rateLimited` if the outcome
/// is unknown.
extension KiiUsers {
    /// Fetches the user; the device stores it without its custom fields.
    package func read(_ session: Session) async throws(AuthError) -> KiiUserDocument {
        let user = try await call(KiiAPI.read, KiiEmptyRequest(), as: session)
        guard user.userID == session.account.id else {
            throw .invalidResponse("The server returned a different user.")
        }
        try? await manager.submit(.cacheProfile(session.id, user.claims, at: manager.clock.now))
        return user
    }

    /// Updates the user: predefined members that are not included stay, custom fields that are not included are
    /// removed.
    ///
    /// - Returns: The updated user; `nil` if the update succeeded, but the user could not be fetched.
    package func update(
        _ session: Session,
        _ request: KiiUpdateRequest
    ) async throws(AuthError) -> KiiUserDocument? {
        _ = try await call(KiiAPI.update, request, as: session)
        return try? await read(session)
    }

    /// Updates the user based on the server's current data, so that unknown custom fields are kept.
    ///
    /// - Returns: As ``update(_:_:)``.
    package func update(
        _ session: Session,
        _ change: (KiiUserDocument) -> KiiUpdateRequest
    ) async throws(AuthError) -> KiiUserDocument? {
        try await update(session, change(try await read(session)))
    }

    /// Deletes the user permanently and ends the log-in.
    package func delete(_ session: Session) async throws(AuthError) {
        _ = try await call(KiiAPI.delete, KiiEmptyRequest(), as: session)
        // Ends the log-in in this process even if the store fails, and retries to store that.
        try? await manager.end([session.id], because: .requested)
    }

    /// Changes the password, which invalidates all tokens of the user: the user must log in again.
    ///
    /// - Throws: `wrongPassword` if the old password is incorrect, `passwordRejected` if the new one is not accepted.
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

    /// Changes an address, which takes effect when it is verified.
    package func changeAddress(
        _ session: Session,
        _ kind: KiiAddressKind,
        to address: String
    ) async throws(AuthError) {
        _ = try await call(KiiAPI.changeAddress(kind), KiiAddressRequest(kind, address), as: session)
    }

    /// Verifies an address with the code that was sent to it.
    ///
    /// - Throws: `wrongCode` or `flowExpired`.
    package func verify(_ session: Session, _ kind: KiiAddressKind, code: Secret) async throws(AuthError) {
        _ = try await call(KiiAPI.verify(kind), KiiVerificationRequest(code: code), as: session)
    }

    /// Sends the verification code for an address again.
    package func resendVerification(_ session: Session, _ kind: KiiAddressKind) async throws(AuthError) {
        _ = try await call(KiiAPI.resend(kind), KiiEmptyRequest(), as: session)
    }

    /// Calls an operation on the user's identifier, so that no other user's token is accepted.
    private func call<Request, Response>(
        _ endpoint: KiiEndpoint<Request, Response>,
        _ request: Request,
        as session: Session
    ) async throws(AuthError) -> Response {
        try await call(endpoint, request, about: .id(session.account.id), as: session)
    }

    /// Calls an operation with a valid token, and again with a new one if the token is rejected.
    ///
    /// A token that cannot be refreshed is sent even after its expiration: the server decides.
    func call<Request, Response>(
        _ endpoint: KiiEndpoint<Request, Response>,
        _ request: Request,
        about user: KiiSelector,
        as session: Session
    ) async throws(AuthError) -> Response {
        let storedSession = try await manager.session(session.id)
        guard storedSession.refreshToken != nil else {
            return try await service.send(endpoint, request, about: user, with: storedSession.accessToken)
        }
        let token = try await token(of: session)
        do throws(AuthError) {
            return try await service.send(endpoint, request, about: user, with: token.secret)
        } catch {
            guard KiiErrorDecoder.isTokenRejected(error) else { throw error }
            let fresh = try await self.token(of: session, replacing: token)
            return try await service.send(endpoint, request, about: user, with: fresh.secret)
        }
    }

    /// Returns a valid token after the store reflects the outcome of a refresh.
    private func token(
        of session: Session,
        replacing rejected: AccessToken? = nil
    ) async throws(AuthError) -> AccessToken {
        do throws(AuthError) {
            let token = try await session.accessToken(replacing: rejected)
            _ = try? await manager.sessions()
            return token
        } catch {
            _ = try? await manager.sessions()
            throw error
        }
    }
}

/// The operations without a log-in.
extension KiiUsers {
    /// Finds a user; for other users the result contains only the identifier, login name and display name.
    ///
    /// - Parameters:
    ///   - selector: The identifier, name or address of the user.
    ///   - session: The session of the caller; the server may reject anonymous requests.
    /// - Returns: The user.
    /// - Throws: ``AuthError``: `userNotFound`; `requestRejected` if the server does not disclose users.
    package func find(_ selector: KiiSelector, as session: Session?) async throws(AuthError) -> KiiUserDocument {
        guard let session else { return try await service.send(KiiAPI.read, KiiEmptyRequest(), about: selector) }
        return try await call(KiiAPI.read, KiiEmptyRequest(), about: selector, as: session)
    }

    /// Sends a link or code to a user who forgot the password.
    ///
    /// - Throws: ``AuthError``: `userNotFound` if the server discloses it, `passwordNotSet`, `requestRejected`.
    package func requestReset(
        of user: KiiSelector,
        by notification: KiiResetRequest.Notification
    ) async throws(AuthError) {
        _ = try await service.send(KiiAPI.requestReset, KiiResetRequest(notification), about: user)
    }

    /// Sets a new password with the code that was sent, which invalidates all tokens of the user.
    ///
    /// - Throws: ``AuthError``: `wrongCode`, `flowExpired`, `passwordRejected`.
    package func completeReset(
        of user: KiiSelector,
        pinCode: Secret,
        newPassword: Secret?
    ) async throws(AuthError) {
        _ = try await service.send(
            KiiAPI.completeReset,
            KiiCompleteResetRequest(pinCode: pinCode, newPassword: newPassword),
            about: user
        )
    }
}
