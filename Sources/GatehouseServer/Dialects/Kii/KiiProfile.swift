import GatehouseWire

/// What a request says of the person, in the names of the account.
struct KiiProfile: Sendable {
    let displayName: KiiProfileChange
    let country: KiiProfileChange
    let locale: KiiProfileChange

    init(displayName: KiiProfileChange, country: KiiProfileChange, locale: KiiProfileChange) {
        self.displayName = displayName
        self.country = country
        self.locale = locale
    }

    /// What a new user is registered with.
    init(_ user: KiiNewUser) {
        displayName = user.displayName.map(KiiProfileChange.set) ?? .keep
        country = user.country.map(KiiProfileChange.set) ?? .keep
        locale = user.locale.map(KiiProfileChange.set) ?? .keep
    }

    /// Attributes by claim name, `null` for those that go; those that stay are not in it.
    ///
    /// - Throws: `INVALID_INPUT_DATA` for a value that Kii does not take.
    func attributes() throws(KiiError) -> [String: JSONValue] {
        var attributes: [String: JSONValue] = [:]
        attributes[ClaimName.name.rawValue] = try Self.value(displayName) { text throws(KiiError) in
            guard text.utf8.count <= Self.longestText, (1...50).contains(text.count) else {
                throw KiiError.invalid(.displayName, "has to be 1 to 50 characters long")
            }
            return text
        }
        attributes[ClaimName.country.rawValue] = try Self.value(country) { text throws(KiiError) in
            let code = text.utf8.count == 2 ? text.uppercased() : ""
            guard !code.isEmpty, code.utf8.allSatisfy({ 65...90 ~= $0 }) else {
                throw KiiError.invalid(.country, "has to be two letters, as JP")
            }
            return code
        }
        attributes[ClaimName.locale.rawValue] = try Self.value(locale) { text throws(KiiError) in
            guard text.utf8.count <= Self.longestText, (1...50).contains(text.count) else {
                throw KiiError.invalid(.locale, "has to be a language, as ja or en-GB")
            }
            return text
        }
        return attributes
    }

    /// The most bytes of a text: counting characters comes second.
    private static let longestText = 4096

    private static func value(
        _ change: KiiProfileChange,
        _ check: (String) throws(KiiError) -> String
    ) throws(KiiError) -> JSONValue? {
        switch change {
        case .keep: nil
        case .remove: .null
        case .set(let text): .string(try check(text))
        }
    }
}
