package import GatehouseStore

/// Whose password is to be reset, as the app says it.
package enum ResetSubject: Sendable, Hashable {
    case name(SignInName)
    case account(Account.ID)
}
