package import GatehouseWire

/// What takes no log-in.
extension KiiUsers {
    /// Finds a user by a name; others see no more of it than the identifier, the login name and the display name.
    ///
    /// - Parameters:
    ///   - selector: The name.
    ///   - session: Who asks; the server may not tell somebody who is not logged in.
    /// - Returns: The user.
    /// - Throws: ``AuthError``: `userNotFound`; `refused` when the server does not tell.
    package func find(_ selector: KiiSelector, as session: Session?) async throws(AuthError) -> KiiUserDocument {
        guard let session else { return try await service.send(KiiAPI.read, KiiEmptyRequest(), about: selector) }
        return try await call(KiiAPI.read, KiiEmptyRequest(), about: selector, as: session)
    }

    /// Has a link or a code sent to a user who forgot the password.
    ///
    /// - Throws: ``AuthError``: `userNotFound` where the server tells that, `userHasNoPassword`, `refused`.
    package func requestReset(
        of user: KiiSelector,
        by notification: KiiResetRequest.Notification
    ) async throws(AuthError) {
        _ = try await service.send(KiiAPI.requestReset, KiiResetRequest(notification), about: user)
    }

    /// Chooses a new password with the code that was sent, after which no token of the user is good any more.
    ///
    /// - Throws: ``AuthError``: `wrongCode`, `expired`, `passwordRefused`.
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
