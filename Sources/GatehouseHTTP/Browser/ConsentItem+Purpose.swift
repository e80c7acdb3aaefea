import GatehouseServer
import GatehouseWire

extension ConsentItem {
    /// What a client asks for, as its dialect parts it; what is voluntary is ticked unless it was left out before.
    static func items(of purpose: TransactionPurpose, declined: ScopeSet, email: String) -> [ConsentItem] {
        var scopes = purpose.scopes
        var isAmazon = false
        if case .authorization(let intent) = purpose, intent.dialect == .amazon {
            isAmazon = true
            scopes = AmazonScopes.shown(scopes)
        }
        return scopes.map { scope in
            let isNameAndAddress = isAmazon && scope == .profile
            return ConsentItem(
                name: isNameAndAddress ? "profile+email" : scope.rawValue,
                value: scope == .email || isNameAndAddress ? email : nil,
                choice: purpose.voluntary.contains(scope)
                    ? Choice(scope: scope.rawValue, isTicked: !declined.contains(scope)) : nil
            )
        }
    }
}
