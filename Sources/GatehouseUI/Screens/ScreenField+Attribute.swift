import Gatehouse

extension ScreenField.Content {
    private static let byClaim: [ClaimName: Self] = [
        .name: .name, .givenName: .givenName, .familyName: .familyName, .nickname: .nickname, .country: .country,
    ]

    private static let byWords: [String: Self] = [
        "city": .city, "displayname": .name, "givenname": .givenName, "jobtitle": .jobTitle,
        "postalcode": .postalCode, "region": .region, "state": .region, "streetaddress": .streetAddress,
        "surname": .familyName,
    ]

    /// Creates the meaning of an attribute, in the spelling of OpenID Connect or in camel case.
    ///
    /// - Parameter name: The name of the attribute.
    init(attribute name: String) {
        let words = name.lowercased().replacing("_", with: "")
        self = Self.byClaim[ClaimName(rawValue: name)] ?? Self.byWords[words] ?? .other
    }
}
