package import Foundation
package import GatehouseStore

/// Reads the sign-in methods and the activity of an account.
package struct AccountOverview: Sendable {
    let store: any AccountReader & AuditReader
    let records: RecordLookup
    let failures: FailureLog

    /// Returns the ways in which the user can sign in.
    package func signInMethods(of account: Account) async throws(AccountError) -> [SignInMethod] {
        let uses: [FactorName: Date]
        do {
            let found = try await store.factorUses(of: account.id).map { ($0.factor, $0.lastUsedAt) }
            uses = Dictionary(found) { max($0, $1) }
        } catch {
            throw AccountError(failures.record(error))
        }
        var methods: [SignInMethod] = []
        if account.passwordHash != nil {
            methods.append(
                SignInMethod(
                    factor: PasswordVerifier.name,
                    lastUsedAt: uses[PasswordVerifier.name],
                    canBeRemoved: account.canSignIn(withPassword: false)
                )
            )
        }
        let addresses = account.identifiers.filter { $0.kind == .email && $0.verifiedAt != nil }
        methods += addresses.map { address in
            SignInMethod(
                factor: CodeFactor.name,
                address: address,
                addedAt: address.verifiedAt,
                lastUsedAt: uses[CodeFactor.name],
                canBeRemoved: addresses.count > 1
            )
        }
        return methods
    }

    /// Returns the audit events of the account before the given one, newest first, with the names of their apps.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - event: The last event of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of events.
    /// - Returns: The page, and the event to continue after, if there are more.
    /// - Throws: ``AccountError`` if the store fails.
    package func activity(
        of account: Account,
        before event: AuditEvent.ID?,
        limit: Int
    ) async throws(AccountError) -> (entries: [ActivityEntry], next: AuditEvent.ID?) {
        let events: [AuditEvent]
        do { events = try await store.events(of: account.id, before: event, limit: limit + 1) } catch {
            throw AccountError(failures.record(error))
        }
        var names: [Client.ID: String] = [:]
        for id in Set(events.compactMap(\.clientID)) {
            do { names[id] = try await records.servedClient(id)?.name } catch {
                throw AccountError(failures.record(error))
            }
        }
        let page = events.prefix(limit).map { ActivityEntry(event: $0, clientName: $0.clientID.flatMap { names[$0] }) }
        return (page, events.count > limit ? page.last?.event.id : nil)
    }
}

/// A way in which the user of an account can sign in.
package struct SignInMethod: Sendable, Equatable {
    package let factor: FactorName
    /// The address that codes are sent to; `nil` for other factors.
    package var address: AccountIdentifier?
    /// The time at which the method was added; `nil` if it is not recorded.
    package var addedAt: Date?
    /// The time of the last use; for codes, that of the last code to any address of the account.
    package let lastUsedAt: Date?
    /// Whether another method would remain.
    package let canBeRemoved: Bool

    /// Whether the method is the password.
    package var isPassword: Bool { factor == PasswordVerifier.name }
}

/// An audit event of an account, as its user sees it.
package struct ActivityEntry: Sendable, Equatable {
    package let event: AuditEvent
    /// The name of the app; `nil` for the account pages, and after the app was deleted.
    package let clientName: String?
}
