import GatehouseWire

extension KiiUserDocument {
    /// What the device remembers of a user: everything but the custom fields, under Kii's names, and the most common of it under those of OpenID Connect too.
    var claims: StandardClaims {
        var known = self
        known.customFields = [:]
        let members = known.members.values.map { (ClaimName(rawValue: $0.key), $0.value) }
        var claims = StandardClaims(Dictionary(members) { _, later in later })
        claims[.preferredUsername] = loginName.map(JSONValue.string)
        claims.name = displayName
        claims.email = emailAddress
        claims.emailVerified = emailAddressVerified
        return claims
    }

    /// A user as the device remembers it: without custom fields, and no more than the identifier when the server has said nothing else.
    package init(_ grant: StoredGrant) {
        let members = grant.profile?.claims.values.map { ($0.key.rawValue, $0.value) } ?? []
        let known = try? KiiUserDocument(members: KiiMembers(Dictionary(members) { _, later in later }))
        self = known ?? KiiUserDocument(userID: grant.account.id)
        userID = grant.account.id
        customFields = [:]
    }
}
