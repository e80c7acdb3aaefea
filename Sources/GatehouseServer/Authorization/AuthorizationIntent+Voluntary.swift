import GatehouseStore
package import GatehouseWire

extension AuthorizationIntent {
    /// The request without what the person leaves out; what is not voluntary stays.
    func leavingOut(_ declined: ScopeSet) -> AuthorizationIntent {
        let left = declined.intersection(voluntary)
        var rest = self
        rest.scopes = scopes.subtracting(dialect == .amazon ? AmazonScopes.own(for: left) : left)
        return rest
    }

    /// Whether there is nothing in the request that a person has to be asked about: Login with Amazon gives an app an identifier of
    /// the person, and nothing else of them, without a page.
    var asksForAnIdentifierAlone: Bool {
        dialect == .amazon && scopes.contains(.amazonUserID) && scopes.isSubset(of: [.amazonUserID, .offlineAccess])
    }
}

extension TransactionPurpose {
    /// The same without what the person leaves out.
    func leavingOut(_ declined: ScopeSet) -> TransactionPurpose {
        switch self {
        case .authorization(let intent): .authorization(intent.leavingOut(declined))
        case .device, .native, .address: self
        }
    }

    /// What the person may leave out.
    package var voluntary: ScopeSet {
        switch self {
        case .authorization(let intent): intent.voluntary
        case .device, .native, .address: []
        }
    }
}
