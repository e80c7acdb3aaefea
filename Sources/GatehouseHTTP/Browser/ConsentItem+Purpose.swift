import GatehouseServer
import GatehouseStore
import GatehouseWire

extension ConsentItem {
    /// Returns the items of a request: the scopes as its protocol adapter groups them, and the claims beyond them.
    ///
    /// A voluntary scope is ticked unless the user declined it before.
    static func items(
        of purpose: TransactionPurpose,
        for client: Client,
        declined: ScopeSet,
        email: String
    ) -> [ConsentItem] {
        var scopes = purpose.scopes
        var isAmazon = false
        if case .authorization(let intent) = purpose, intent.dialect == .amazon {
            isAmazon = true
            scopes = AmazonScopes.shown(scopes)
        }
        let items = scopes.map { scope in
            let isNameAndAddress = isAmazon && scope == .profile
            return ConsentItem(
                name: isNameAndAddress ? "profile+email" : scope.rawValue,
                value: scope == .email || isNameAndAddress ? email : nil,
                choice: purpose.voluntary.contains(scope)
                    ? Choice(scope: scope.rawValue, isTicked: !declined.contains(scope)) : nil
            )
        }
        let claims = client.claimsBeyondScopes(of: purpose).map { name in
            Claim(name: name.rawValue, label: client.attributes.first { $0.name == name.rawValue }?.label)
        }
        return claims.isEmpty ? items : items + [ConsentItem(claims: claims)]
    }
}
