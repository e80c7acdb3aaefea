/// How a client presents itself to people.
package struct ClientBranding: Sendable, Hashable {
    /// The name people know it by.
    package var name: String
    /// Its logo, an `https:` address; anything else is not shown.
    ///
    /// Without one, the first letter of the name stands in.
    package var logo: String?
    /// Its terms of use, an `https:` address.
    package var terms: String?
    /// Its privacy policy, an `https:` address.
    package var privacyPolicy: String?

    package init(name: String, logo: String? = nil, terms: String? = nil, privacyPolicy: String? = nil) {
        self.name = name
        self.logo = logo
        self.terms = terms
        self.privacyPolicy = privacyPolicy
    }

    /// What a template shows of it.
    var content: [String: Any] {
        var content: [String: Any] = ["name": name, "initial": name.first.map { String($0).uppercased() } ?? ""]
        content["logo"] = Self.secure(logo)
        content["terms"] = Self.secure(terms)
        content["privacyPolicy"] = Self.secure(privacyPolicy)
        content["hasPolicies"] = content["terms"] != nil || content["privacyPolicy"] != nil
        return content
    }

    private static func secure(_ address: String?) -> String? {
        guard let address, address.lowercased().hasPrefix("https://") else { return nil }
        return address
    }
}
