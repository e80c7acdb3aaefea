/// Entra's names of attributes that have other names in OpenID Connect.
package enum EntraAttributeName {
    private static let own = [
        "displayName": "name",
        "givenName": "given_name",
        "surname": "family_name",
        "city": "locality",
        "postalCode": "postal_code",
        "streetAddress": "street_address",
        "state": "region",
    ]

    private static let entra = Dictionary(own.map { ($0.value, $0.key) }) { first, _ in first }

    /// Returns the server's name of an attribute from either spelling.
    package static func own(for name: String) -> String { own[name] ?? name }

    /// Returns Entra's name of one of the server's attributes.
    package static func entra(for name: String) -> String { entra[name] ?? name }
}

/// ID token claims beyond OpenID Connect that Microsoft's libraries read.
extension ClaimName {
    /// The identifier of the account, the same for every client.
    public static let objectID = Self(rawValue: "oid")

    /// The tenant.
    public static let tenantID = Self(rawValue: "tid")

    /// The version of the token format.
    public static let tokenVersion = Self(rawValue: "ver")
}
