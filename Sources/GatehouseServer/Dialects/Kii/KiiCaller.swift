package import GatehouseStore
package import GatehouseWire

/// Who makes a request, as far as it proves it.
package enum KiiCaller: Sendable {
    /// A copy of the app, or whoever read the key out of one.
    case app
    /// A user, with what the token may do.
    case person(Account, ScopeSet)
    /// The app's administrator.
    case administrator

    package var isAdministrator: Bool {
        if case .administrator = self { true } else { false }
    }

    /// The user whose token came along.
    package var person: Account? {
        if case .person(let account, _) = self { account } else { nil }
    }
}
