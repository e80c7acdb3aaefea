package import GatehouseStore
package import GatehouseWire

extension Client {
    /// The claims that scopes cover for this client: what it has its own form for comes with `profile`.
    func claims(coveredBy scopes: ScopeSet) -> Set<ClaimName> {
        var names = Set(scopes.flatMap(\.claims))
        if scopes.contains(.profile) {
            let elsewhere = [Scope.email, .phone, .address].flatMap(\.claims)
            names.formUnion(attributes.map { ClaimName(rawValue: $0.name) }.filter { !elsewhere.contains($0) })
        }
        return names
    }

    /// The claims that a request asks for by name beyond its scopes, in alphabetical order.
    ///
    /// The scopes that the client is registered for limit them: others are not given, and nobody is asked about them.
    package func claimsBeyondScopes(of purpose: TransactionPurpose) -> [ClaimName] {
        guard case .authorization(let intent) = purpose, let claims = intent.claims else { return [] }
        return Set(claims.userInfo.keys).union(claims.idToken.keys)
            .intersection(self.claims(coveredBy: scopes)).subtracting(self.claims(coveredBy: intent.scopes))
            .subtracting([.subject]).sorted { $0.rawValue < $1.rawValue }
    }
}
