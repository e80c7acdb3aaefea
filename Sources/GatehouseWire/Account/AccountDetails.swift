/// The account of a user: identity, attributes, addresses.
public struct AccountDetails: Codable, Sendable, Hashable {
    /// The `sub` claim of the user's tokens.
    public var subject: String
    /// The time at which the account was created.
    public var createdAt: Timestamp
    /// The time of the last change.
    public var updatedAt: Timestamp
    /// The name by which the user signs in, if the account has one.
    public var username: String?
    /// The language of pages and messages; `nil` if the user has not chosen one.
    public var language: String?
    /// The attributes that the operator lets users see, in the operator's order.
    public var attributes: [AccountAttribute]
    /// The addresses of the account; those that wait for their code are in the list of addresses.
    public var addresses: [AccountAddress]
    /// The `ETag` of the response (RFC 9110 §8.8.3), on which an update is based; not a member of the document.
    package var entityTag: String?

    /// Creates the details.
    package init(
        subject: String,
        createdAt: Timestamp,
        updatedAt: Timestamp,
        username: String? = nil,
        language: String? = nil,
        attributes: [AccountAttribute] = [],
        addresses: [AccountAddress] = []
    ) {
        self.subject = subject
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.username = username
        self.language = language
        self.attributes = attributes
        self.addresses = addresses
    }

    enum CodingKeys: String, CodingKey {
        case subject = "sub"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case username, language, attributes, addresses
    }
}

extension AccountDetails: DescribedJSON {
    package static let schema = SchemaDescription(
        "Account",
        "The account of a user.",
        members: [
            CodingKeys.subject: .init("The `sub` claim of the user's tokens.", example: "u_6Yh2kQ"),
            .createdAt: "The time at which the account was created.",
            .updatedAt: "The time of the last change.",
            .username: .init("The name by which the user signs in, if the account has one.", example: "ada"),
            .language: .init("The language of pages and messages, if the user has chosen one.", example: "de"),
            .attributes: "The attributes that the operator lets users see.",
            .addresses: "The addresses of the account, without those that wait for their code.",
        ]
    )
}

/// An attribute of an account.
public struct AccountAttribute: Codable, Sendable, Hashable {
    /// The name of the claim.
    public var name: ClaimName
    /// The value; `nil` if the account does not have the attribute.
    public var value: JSONValue?
    /// Whether the user may change it.
    public var isEditable: Bool

    /// Creates an attribute.
    package init(name: ClaimName, value: JSONValue?, isEditable: Bool) {
        self.name = name
        self.value = value
        self.isEditable = isEditable
    }

    enum CodingKeys: String, CodingKey {
        case name, value
        case isEditable = "is_editable"
    }
}

extension AccountAttribute: DescribedJSON {
    package static let schema = SchemaDescription(
        "AccountAttribute",
        "An attribute of an account.",
        members: [
            CodingKeys.name: .init("The name of the claim.", example: .string(ClaimName.givenName.rawValue)),
            .value: .init("The value; absent if the account does not have the attribute.", example: "Ada"),
            .isEditable: "Whether the user may change it.",
        ]
    )
}

/// A change of an account's attributes.
package struct AccountUpdateRequest: Codable, Sendable, Hashable {
    /// The new values by the name of the claim; `null` removes the attribute.
    package var attributes: [String: JSONValue]

    package init(attributes: [String: JSONValue]) {
        self.attributes = attributes
    }

    enum CodingKeys: String, CodingKey {
        case attributes
    }
}

extension AccountUpdateRequest: DescribedJSON {
    package static let schema = SchemaDescription(
        "AccountUpdate",
        "A change of an account.",
        members: [
            CodingKeys.attributes: .init(
                "The new values by the name of the claim; `null` removes the attribute. The language is `locale`.",
                example: .object([ClaimName.givenName.rawValue: "Ada", ClaimName.locale.rawValue: nil])
            )
        ]
    )
}

/// A request to set the password.
package struct PasswordRequest: Codable, Sendable, Hashable {
    package var newPassword: Secret

    package init(newPassword: Secret) {
        self.newPassword = newPassword
    }

    package enum CodingKeys: String, CodingKey {
        case newPassword = "new_password"
    }
}

extension PasswordRequest: DescribedJSON {
    package static let schema = SchemaDescription(
        "PasswordChange",
        "A new password. The recent sign-in is the proof; the current password is not needed.",
        members: [CodingKeys.newPassword: .init("The new password.", range: 8...256)]
    )
}

/// The response to a request to delete the account.
package struct AccountDeletionResponse: Codable, Sendable, Hashable {
    /// The time at which the account is erased; until then, the user can sign in to keep it.
    package var dueAt: Timestamp

    package init(dueAt: Timestamp) {
        self.dueAt = dueAt
    }

    enum CodingKeys: String, CodingKey {
        case dueAt = "due_at"
    }
}

extension AccountDeletionResponse: DescribedJSON {
    package static let schema = SchemaDescription(
        "AccountDeletion",
        "A requested deletion. All sessions of the account have ended.",
        members: [
            CodingKeys.dueAt: "The time at which the account is erased; until then, the user can sign in to keep it."
        ]
    )
}
