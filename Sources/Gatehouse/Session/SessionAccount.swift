public import Foundation
public import GatehouseWire

/// The account of a session, which the app can show, change and delete.
///
/// The operations use the server's account API with the session's access token. The client must be registered for the
/// scope `account`, and the session must have it: request it at the sign-in. Apps with native
/// authentication are registered for it and need not request it.
///
/// ```swift
/// let details = try await session.account.details()
/// try await session.account.update([.givenName: "Ada"], of: details)
/// let erasedAt = try await session.account.delete()
/// ```
///
/// Some operations require a recent sign-in. If it is too old and the client has a user agent, the sign-in page is
/// shown, and the operation continues after the same user has signed in. Otherwise the operation throws
/// ``AuthErrorCode/reauthenticationRequired``, and the app lets the user sign in on its own screens.
///
/// All operations throw ``AuthError``: `signedOut` if the session has ended; `insufficientScope`; `network`,
/// `serverUnavailable` or `rateLimited` if the server could not respond; `misconfigured` if the server has no account
/// API; `cancelled` if the user closed the sign-in page.
public struct SessionAccount: Sendable, Identifiable {
    /// The account as a value, as of the creation of the session's handle.
    public let info: Account
    let api: AccountAPIClient

    init(_ info: Account, session: String, manager: SessionManager) {
        self.info = info
        api = AccountAPIClient(sessionID: session, manager: manager)
    }

    /// The user's identifier at the issuer (`sub`), which never changes and is never reassigned.
    public var id: String { info.id }
    /// The user's name, if the granted scopes include it.
    public var name: String? { info.name }
    /// The user's email address, if the granted scopes include it.
    public var email: String? { info.email }
}

// MARK: - Details

extension SessionAccount {
    /// Fetches the account: its attributes and addresses.
    ///
    /// - Returns: The account as it is now.
    /// - Throws: ``AuthError`` as every operation.
    public func details() async throws(AuthError) -> AccountDetails {
        let response = try await api.send(AccountCall(AccountAPI.GetAccount.self))
        return response.value.with(response.entityTag)
    }

    /// Changes attributes of the account.
    ///
    /// - Parameters:
    ///   - attributes: The new values of those attributes that change; `null` removes one. The language is
    ///     `locale`.
    ///   - details: The account on which the change is based; `nil` for the account as it is now.
    /// - Returns: The changed account.
    /// - Throws: ``AuthError``: `conflict` if the account has changed since the details were fetched;
    ///   `attributesRejected` with ``AuthError/invalidAttributes`` if an attribute cannot be changed or has another
    ///   type; otherwise as every operation.
    @discardableResult
    public func update(
        _ attributes: [ClaimName: JSONValue],
        of details: AccountDetails? = nil
    ) async throws(AuthError) -> AccountDetails {
        let current = if let details { details } else { try await self.details() }
        let members = attributes.map { ($0.key.rawValue, $0.value) }
        var call = AccountCall(AccountAPI.UpdateAccount.self)
        call.body = AccountUpdateRequest(attributes: Dictionary(members) { $1 })
        call.match = current.entityTag
        let response = try await api.send(call)
        return response.value.with(response.entityTag)
    }

    /// Fetches everything that the server stores about the user.
    ///
    /// Requires a recent sign-in.
    ///
    /// - Returns: The document, which can be encoded as JSON.
    /// - Throws: ``AuthError``: `reauthenticationRequired`; otherwise as every operation.
    public func export() async throws(AuthError) -> AccountExport {
        try await api.send(AccountCall(AccountAPI.ExportAccount.self)).value
    }

    /// Requests the deletion of the account, and ends this session with the reason
    /// ``SignedOutReason/accountDeleted``.
    ///
    /// Requires a recent sign-in. All other sessions end as well. Until the account is erased, the user
    /// can sign in to keep it.
    ///
    /// - Returns: The time from which the account is erased.
    /// - Throws: ``AuthError``: `reauthenticationRequired`; otherwise as every operation.
    @discardableResult
    public func delete() async throws(AuthError) -> Date {
        let deletion = try await api.send(AccountCall(AccountAPI.DeleteAccount.self)).value
        await api.endSession(because: .accountDeleted)
        return deletion.dueAt.date
    }
}

// MARK: - Signing in

extension SessionAccount {
    /// Fetches the ways in which the user can sign in.
    ///
    /// - Returns: The ways to sign in.
    /// - Throws: ``AuthError`` as every operation.
    public func signInMethods() async throws(AuthError) -> [SignInMethodDetails] {
        try await api.send(AccountCall(AccountAPI.ListSignInMethods.self)).value.items
    }

    /// Sets or changes the password; all other sessions end.
    ///
    /// Requires a recent sign-in, which is the proof: the current password is not needed.
    ///
    /// - Parameter password: The new password.
    /// - Throws: ``AuthError``: `reauthenticationRequired`; `passwordRejected` for the reason in
    ///   ``AuthError/ServerResponse/suberror``; `addressRequired`; otherwise as every operation.
    public func changePassword(to password: String) async throws(AuthError) {
        guard !password.isEmpty else { throw .empty(.passwordRejected, "password") }
        var call = AccountCall(AccountAPI.SetPassword.self)
        call.body = PasswordRequest(newPassword: Secret(password))
        _ = try await api.send(call)
    }

    /// Removes the password; all other sessions end.
    ///
    /// Requires a recent sign-in.
    ///
    /// - Throws: ``AuthError``: `reauthenticationRequired`; `lastSignInMethod`; `notFound` if there is none; otherwise
    ///   as every operation.
    public func removePassword() async throws(AuthError) {
        _ = try await api.send(AccountCall(AccountAPI.RemovePassword.self))
    }
}

extension SessionAccount: CustomStringConvertible, CustomReflectable {
    /// The identifier, without name and address.
    public var description: String { "SessionAccount(\(id))" }

    /// The mirror for `dump(_:)`, with the same values as ``description``.
    public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}

extension AccountDetails {
    /// Returns the account with the entity tag of its response.
    fileprivate func with(_ entityTag: String?) -> AccountDetails {
        var details = self
        details.entityTag = entityTag
        return details
    }
}
