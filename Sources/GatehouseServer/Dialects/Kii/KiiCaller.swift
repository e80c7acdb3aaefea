package import GatehouseStore
package import GatehouseWire

/// Who makes a request, as far as it proves it.
package enum KiiCaller: Sendable {
    /// A copy of the app, or whoever read the key out of one.
    case app
    /// A user, with the token's session and scopes.
    case person(Account, Session, ScopeSet)
    /// The app's administrator.
    case administrator

    package var isAdministrator: Bool {
        if case .administrator = self { true } else { false }
    }

    /// The user whose token came along.
    package var person: Account? {
        if case .person(let account, _, _) = self { account } else { nil }
    }

    var authority: AccountAuthority {
        switch self {
        case .app: .app
        case .person(_, let session, _): .user(signedInAt: session.authenticatedAt)
        case .administrator: .administrator
        }
    }
}
