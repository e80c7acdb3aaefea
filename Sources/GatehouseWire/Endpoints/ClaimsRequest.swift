import Foundation

/// A request for individual claims (OpenID Connect Core §5.5).
package struct ClaimsRequest: Sendable, Hashable, Codable {
    /// A request for one claim; without members, the claim is voluntary.
    package struct Entry: Sendable, Hashable, Codable {
        package var essential: Bool?
        package var value: JSONValue?
        package var values: [JSONValue]?

        package init(essential: Bool? = nil, value: JSONValue? = nil, values: [JSONValue]? = nil) {
            self.essential = essential
            self.value = value
            self.values = values
        }
    }

    /// The claims for the UserInfo endpoint.
    package var userInfo: [ClaimName: Entry]
    /// The claims for the ID token.
    package var idToken: [ClaimName: Entry]

    package init(userInfo: [ClaimName: Entry] = [:], idToken: [ClaimName: Entry] = [:]) {
        self.userInfo = userInfo
        self.idToken = idToken
    }

    /// Creates the request for a sign-in that reaches one of the classes (OpenID Connect Core §5.5.1.1).
    package init(requiring acrValues: [ACR]) {
        self.init(idToken: [.acr: Entry(essential: true, values: acrValues.map { .string($0.rawValue) })])
    }

    /// Parses the `claims` parameter.
    ///
    /// - Throws: `invalid_request` if it is not a JSON object of this form.
    package init(parsing text: String) throws(OAuthError) {
        do {
            let members = try JSONCoding.decode([String: JSONValue].self, from: Data(text.utf8))
            userInfo = try Self.entries(members, .userInfo)
            idToken = try Self.entries(members, .idToken)
        } catch {
            throw OAuthError(.invalidRequest, "The parameter \(ParameterName.claims) is malformed: \(error.message)")
        }
    }

    /// The encoded `claims` parameter.
    package var encoded: String { String(decoding: JSONCoding.encode(self), as: UTF8.self) }

    private enum CodingKeys: String, CodingKey {
        case userInfo = "userinfo"
        case idToken = "id_token"
    }

    private static func entries(
        _ members: [String: JSONValue],
        _ key: CodingKeys
    ) throws(WireError) -> [ClaimName: Entry] {
        let path = key.stringValue
        guard let claims = try present(members[path], at: path, \.object) else { return [:] }
        var entries: [ClaimName: Entry] = [:]
        for (name, entry) in claims {
            let path = path + "." + name
            let entry = try present(entry, at: path, \.object) ?? [:]
            entries[ClaimName(rawValue: name)] = Entry(
                essential: try present(entry["essential"], at: path + ".essential", \.bool),
                value: try present(entry["value"], at: path + ".value") { $0 },
                values: try present(entry["values"], at: path + ".values", \.array)
            )
        }
        return entries
    }

    /// Returns a member of the required type, or `nil` if it is absent or null.
    ///
    /// - Throws: `WireError` for a member of another type.
    private static func present<Member>(
        _ value: JSONValue?,
        at path: String,
        _ member: (JSONValue) -> Member?
    ) throws(WireError) -> Member? {
        guard let value, value != .null else { return nil }
        guard let member = member(value) else { throw WireError("\(path) is of the wrong type.") }
        return member
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        userInfo = try Self.entries(container, .userInfo)
        idToken = try Self.entries(container, .idToken)
    }

    private static func entries(
        _ container: KeyedDecodingContainer<CodingKeys>,
        _ key: CodingKeys
    ) throws -> [ClaimName: Entry] {
        let members = try container.decodeIfPresent([String: Entry?].self, forKey: key) ?? [:]
        return Dictionary(uniqueKeysWithValues: members.map { (ClaimName(rawValue: $0), $1 ?? Entry()) })
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        for (key, entries) in [(CodingKeys.userInfo, userInfo), (.idToken, idToken)] where !entries.isEmpty {
            var members = container.nestedContainer(keyedBy: ClaimName.self, forKey: key)
            for (name, entry) in entries {
                if entry == Entry() {
                    try members.encodeNil(forKey: name)
                } else {
                    try members.encode(entry, forKey: name)
                }
            }
        }
    }
}
