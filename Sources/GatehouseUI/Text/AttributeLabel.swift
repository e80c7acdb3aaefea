import Foundation
import Gatehouse

/// The labels of attributes by their names, in the spelling of OpenID Connect and in camel case.
enum AttributeLabel {
    private static let byName: [ClaimName: UIText] = [
        .birthdate: AttributeText.birthdate, .country: AttributeText.country, .familyName: AttributeText.familyName,
        .givenName: AttributeText.givenName, .name: AttributeText.name, .nickname: AttributeText.nickname,
        .phoneNumber: AttributeText.phoneNumber, .address: AttributeText.address, .gender: AttributeText.gender,
        .locale: AttributeText.locale, .middleName: AttributeText.middleName, .picture: AttributeText.picture,
        .profile: AttributeText.profile, .preferredUsername: AttributeText.username,
        .website: AttributeText.website, .zoneInfo: AttributeText.zoneInfo,
    ]

    /// The names without a claim of OpenID Connect, without underscores and in lower case.
    private static let byWords: [String: UIText] = [
        "city": AttributeText.city, "displayname": AttributeText.displayName, "jobtitle": AttributeText.jobTitle,
        "postalcode": AttributeText.postalCode, "region": AttributeText.region, "state": AttributeText.region,
        "streetaddress": AttributeText.streetAddress, "surname": AttributeText.familyName,
        "givenname": AttributeText.givenName, "zipcode": AttributeText.postalCode,
    ]

    /// Returns the label of an attribute.
    ///
    /// - Parameters:
    ///   - name: The name of the attribute.
    ///   - locale: The locale of the user interface.
    /// - Returns: The label; the name in words if there is none.
    static func label(of name: String, in locale: Locale) -> String {
        let words = name.lowercased().replacing("_", with: "")
        if let text = byName[ClaimName(rawValue: name)] ?? byWords[words] { return text.text(in: locale) }
        let separated = name.replacing("_", with: " ")
        return separated.prefix(1).uppercased() + separated.dropFirst()
    }
}
