package import GatehouseStore
package import GatehouseWire

/// The rule for the attributes that users see and edit in their own account.
package struct AttributePolicy: Sendable, Equatable {
    /// The access of users to an attribute of their own account.
    package enum Access: String, Sendable, CaseIterable {
        /// The user does not see the attribute on the pages; the export contains it (GDPR article 15).
        case hidden
        case shown
        case editable
    }

    /// The operator's settings by attribute.
    private let settings: [String: Access]

    package init(_ settings: [String: Access] = [:]) {
        self.settings = settings
    }

    /// Returns the access to an attribute; by default, standard claims about the user are editable, all others shown.
    package func access(to name: String) -> Access {
        settings[name] ?? (Self.editable.contains(name) ? .editable : .shown)
    }

    /// Returns the attributes that the user of an account can edit, in the order of a form: those that it has, those
    /// that the operator made editable, the name and the language.
    package func form(for account: Account) -> [ClientAttribute] {
        let configured = settings.filter { $0.value == .editable }.keys
        let offered = Set(account.attributes.keys).union(configured).union(Self.offered)
        let standard = Self.editable.filter(offered.contains)
        let others = offered.subtracting(standard).sorted()
        return (standard + others).filter { access(to: $0) == .editable }.map(Self.field)
    }

    /// Returns the attributes that the user sees and cannot edit, in alphabetical order.
    package func shown(of account: Account) -> [(name: String, value: JSONValue)] {
        account.attributes.filter { access(to: $0.key) == .shown }.sorted { $0.key < $1.key }
            .map { (name: $0.key, value: $0.value) }
    }

    private static func field(_ name: String) -> ClientAttribute {
        ClientAttribute(
            name: name,
            kind: name == ClaimName.birthdate.rawValue ? .date : .text,
            isRequired: false
        )
    }

    /// The standard claims that users edit by default (OpenID Connect Core §5.1).
    private static let editable: [String] = [
        ClaimName.name, .givenName, .familyName, .middleName, .nickname, .birthdate, .gender, .website, .picture,
        .profile, .zoneInfo, .country, .locale,
    ].map(\.rawValue)

    /// The attributes that a form offers whether or not the account has them.
    private static let offered: [String] = [ClaimName.givenName, .familyName, .locale].map(\.rawValue)
}
