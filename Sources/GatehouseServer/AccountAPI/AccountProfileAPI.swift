import Foundation
import GatehouseStore
package import GatehouseWire

/// The operations of the account API on profile, password and the account as a whole.
package struct AccountProfileAPI: Sendable {
    let accounts: AccountOperations
    let projection: AccountProjection
    let environment: ServerEnvironment

    /// Returns the account.
    package func read(_ caller: AccountAPICaller) -> AccountDetails {
        projection.details(of: caller.account, for: caller.request.client)
    }

    /// Changes attributes.
    ///
    /// - Parameters:
    ///   - request: The new values.
    ///   - match: The value of the `If-Match` field.
    ///   - caller: The user.
    /// - Returns: The changed account.
    /// - Throws: `precondition_required` without `If-Match`, `precondition_failed` if the account has changed, or
    ///   `invalid_value` for an attribute that the user may not change.
    package func update(
        _ request: AccountUpdateRequest,
        ifMatch match: String?,
        _ caller: AccountAPICaller
    ) async throws(ProblemDetails) -> AccountDetails {
        guard let match else {
            throw ProblemDetails(.preconditionRequired, "Send the ETag of the account as If-Match.")
        }
        let account = caller.account
        let details = projection.details(of: account, for: caller.request.client)
        guard EntityTag(of: JSONCoding.encode(details)).matches(match) else {
            throw ProblemDetails(.preconditionFailed, "Read the account again.")
        }
        do {
            let changed = try await accounts.profile.update(
                account,
                with: request.attributes,
                ifRevision: account.revision,
                caller.request
            )
            return projection.details(of: changed, for: caller.request.client)
        } catch {
            throw ProblemDetails(error, for: caller)
        }
    }

    /// Sets the password; all other sessions end.
    package func setPassword(_ request: PasswordRequest, _ caller: AccountAPICaller) async throws(ProblemDetails) {
        let password = request.newPassword.reveal()
        do { try await accounts.passwords.choosePassword(of: caller.account, to: password, caller.request) } catch {
            throw ProblemDetails(error, for: caller)
        }
    }

    /// Removes the password; all other sessions end.
    package func removePassword(_ caller: AccountAPICaller) async throws(ProblemDetails) {
        do { try await accounts.passwords.removePassword(of: caller.account, caller.request) } catch {
            throw ProblemDetails(error, for: caller)
        }
    }

    /// Returns the ways to sign in.
    package func signInMethods(_ caller: AccountAPICaller) async throws(ProblemDetails) -> SignInMethods {
        do {
            let methods = try await accounts.overview.signInMethods(of: caller.account)
            return SignInMethods(items: methods.map { projection.method($0, caller.account.id) })
        } catch {
            throw ProblemDetails(error, for: caller)
        }
    }

    /// Returns everything that is stored about the user.
    package func export(_ caller: AccountAPICaller) async throws(ProblemDetails) -> AccountExport {
        do { return try await accounts.exporter.export(caller.account, caller.request) } catch {
            throw ProblemDetails(error, for: caller)
        }
    }

    /// Requests the deletion of the account; all sessions end.
    package func delete(_ caller: AccountAPICaller) async throws(ProblemDetails) -> AccountDeletionResponse {
        do {
            let dueAt = try await accounts.status.requestDeletion(of: caller.account, caller.request)
            return AccountDeletionResponse(dueAt: Timestamp(dueAt ?? environment.now))
        } catch {
            throw ProblemDetails(error, for: caller)
        }
    }
}
