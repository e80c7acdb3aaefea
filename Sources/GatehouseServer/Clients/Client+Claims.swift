package import GatehouseStore
package import GatehouseWire

extension Client {
    /// Returns the claims that scopes cover for this client; `profile` includes the client's own attributes.
    func claims(coveredBy scopes: ScopeSet) -> Set<ClaimName> {
        var names = Set(scopes.flatMap(\.claims))
        if scopes.contains(.profile) {
            let elsewhere = [Scope.email, .phone, .address].flatMap(\.claims)
            names.formUnion(attributes.map { ClaimName(rawValue: $0.name) }.filter { !elsewhere.contains($0) })
        }
        return names
    }

    /// Returns the claims that a request names beyond its scopes, in alphabetical order.
    ///
    /// Claims that no registered scope of the client covers are left out: the user is not asked about them.
    package func claimsBeyondScopes(of purpose: TransactionPurpose) -> [ClaimName] {
        guard case .authorization(let intent) = purpose, let claims = intent.claims else { return [] }
        return Set(claims.userInfo.keys).union(claims.idToken.keys)
            .intersection(self.claims(coveredBy: scopes)).subtracting(self.claims(coveredBy: intent.scopes))
            .subtracting([.subject]).sorted { $0.rawValue < $1.rawValue }
    }
}
