/// The kind of a credential; later servers may send others.
public struct CredentialKind: ExtensibleValue, KnownValues {
    /// The kind as sent on the wire.
    public let rawValue: String

    /// Creates a kind from its wire form.
    ///
    /// - Parameter rawValue: The kind, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A passkey, which also signs the user in without a password.
    public static let passkey = Self(rawValue: "passkey")
    /// An app that shows codes (RFC 6238).
    public static let authenticatorApp = Self(rawValue: "authenticator_app")

    package static let known: [Self] = [.passkey, .authenticatorApp]
}

/// A credential that the user has enrolled.
public struct CredentialDetails: Codable, Sendable, Hashable {
    /// The identifier.
    public var id: String
    /// The kind.
    public var kind: CredentialKind
    /// The name, by which the user recognizes it.
    public var name: String
    /// The time at which the user added it.
    public var createdAt: Timestamp
    /// The time of the last use; `nil` if it was not used yet.
    public var lastUsedAt: Timestamp?

    /// Creates a credential.
    package init(id: String, kind: CredentialKind, name: String, createdAt: Timestamp, lastUsedAt: Timestamp? = nil) {
        self.id = id
        self.kind = kind
        self.name = name
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
    }

    enum CodingKeys: String, CodingKey {
        case id, kind, name
        case createdAt = "created_at"
        case lastUsedAt = "last_used_at"
    }
}

extension CredentialDetails: DescribedJSON {
    package static let schema = SchemaDescription(
        "Credential",
        "A passkey or an authenticator app of the user.",
        members: [
            CodingKeys.id: "The identifier.",
            .kind: "The kind.",
            .name: .init("The name, by which the user recognizes it.", example: "Phone"),
            .createdAt: "The time at which the user added it.",
            .lastUsedAt: "The time of the last use; absent if it was not used yet.",
        ]
    )
}

/// The credentials of an account, and the state of its second factor.
public struct AccountCredentials: Codable, Sendable, Hashable {
    /// The passkeys and authenticator apps in order of creation.
    public var items: [CredentialDetails]
    /// Whether sign-ins with a password or code require a second factor.
    public var requiresSecondFactor: Bool
    /// The number of unused recovery codes.
    public var remainingRecoveryCodes: Int

    /// Creates a list.
    package init(items: [CredentialDetails], requiresSecondFactor: Bool, remainingRecoveryCodes: Int) {
        self.items = items
        self.requiresSecondFactor = requiresSecondFactor
        self.remainingRecoveryCodes = remainingRecoveryCodes
    }

    enum CodingKeys: String, CodingKey {
        case items
        case requiresSecondFactor = "requires_second_factor"
        case remainingRecoveryCodes = "remaining_recovery_codes"
    }
}

extension AccountCredentials: DescribedJSON {
    package static let schema = SchemaDescription(
        "AccountCredentials",
        "The credentials of the account, and the state of its second factor.",
        members: [
            CodingKeys.items: "The passkeys and authenticator apps in order of creation.",
            .requiresSecondFactor: "Whether sign-ins with a password or code require a second factor.",
            .remainingRecoveryCodes: .init("The number of unused recovery codes.", example: 10),
        ]
    )
}

/// A request to rename a credential.
package struct CredentialUpdateRequest: Codable, Sendable, Hashable {
    package static let maximumLength = 64

    package var name: String

    package init(name: String) {
        self.name = name
    }

    package enum CodingKeys: String, CodingKey {
        case name
    }
}

extension CredentialUpdateRequest: DescribedJSON {
    package static let schema = SchemaDescription(
        "CredentialUpdate",
        "A change of a credential.",
        members: [CodingKeys.name: .init("The new name.", example: "Phone", range: 1...maximumLength)]
    )
}

/// New recovery codes, which the server shows once.
package struct RecoveryCodes: Codable, Sendable, Hashable {
    package var recoveryCodes: [Secret]

    package init(recoveryCodes: [Secret]) {
        self.recoveryCodes = recoveryCodes
    }

    enum CodingKeys: String, CodingKey {
        case recoveryCodes = "recovery_codes"
    }
}

extension RecoveryCodes: DescribedJSON {
    package static let schema = SchemaDescription(
        "RecoveryCodes",
        "New recovery codes. They cannot be read again.",
        members: [CodingKeys.recoveryCodes: "The codes, each of which replaces the second factor once."]
    )
}

/// A request to turn the second factor on or off.
package struct SecondFactorRequest: Codable, Sendable, Hashable {
    package var isRequired: Bool

    package init(isRequired: Bool) {
        self.isRequired = isRequired
    }

    package enum CodingKeys: String, CodingKey {
        case isRequired = "is_required"
    }
}

extension SecondFactorRequest: DescribedJSON {
    package static let schema = SchemaDescription(
        "SecondFactorUpdate",
        "A change of the second factor.",
        members: [
            CodingKeys.isRequired: .init(
                "Whether sign-ins with a password or code require a second factor.",
                example: true
            )
        ]
    )
}

/// The state of the second factor after a change.
package struct SecondFactorSettings: Codable, Sendable, Hashable {
    package var isRequired: Bool
    /// The first recovery codes of the account.
    package var recoveryCodes: [Secret]?

    package init(isRequired: Bool, recoveryCodes: [Secret]? = nil) {
        self.isRequired = isRequired
        self.recoveryCodes = recoveryCodes
    }

    enum CodingKeys: String, CodingKey {
        case isRequired = "is_required"
        case recoveryCodes = "recovery_codes"
    }
}

extension SecondFactorSettings: DescribedJSON {
    package static let schema = SchemaDescription(
        "SecondFactor",
        "The state of the second factor after a change.",
        members: [
            CodingKeys.isRequired: "Whether sign-ins with a password or code require a second factor.",
            .recoveryCodes: "The recovery codes, if the account has got its first ones. They cannot be read again.",
        ]
    )
}
