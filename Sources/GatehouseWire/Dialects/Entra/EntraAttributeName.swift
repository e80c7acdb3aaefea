/// What Entra calls the attributes of an account that OpenID Connect has other names for.
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

    /// Our name of an attribute, from either spelling.
    package static func own(for name: String) -> String { own[name] ?? name }

    /// Entra's name of one of our attributes.
    package static func entra(for name: String) -> String { entra[name] ?? name }
}
