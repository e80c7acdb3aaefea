/// The kind of a way to sign in; later servers may send others.
public struct SignInMethodKind: ExtensibleValue, KnownValues {
    /// The kind as sent on the wire.
    public let rawValue: String

    /// Creates a kind from its wire form.
    ///
    /// - Parameter rawValue: The kind, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A password.
    public static let password = Self(rawValue: "password")
    /// A code that is sent to a verified email address.
    public static let emailCode = Self(rawValue: "email_code")

    package static let known: [Self] = [.password, .emailCode]
}

/// A way in which the user can sign in.
public struct SignInMethodDetails: Codable, Sendable, Hashable {
    /// The identifier.
    public var id: String
    /// The kind.
    public var kind: SignInMethodKind
    /// The address that receives codes; `nil` for other kinds.
    public var address: String?
    /// The time at which the user added it, if known.
    public var addedAt: Timestamp?
    /// The time of the last use, if known.
    public var lastUsedAt: Timestamp?
    /// Whether the user can remove it: another way to sign in remains.
    public var canBeRemoved: Bool

    /// Creates a way to sign in.
    package init(
        id: String,
        kind: SignInMethodKind,
        address: String? = nil,
        addedAt: Timestamp? = nil,
        lastUsedAt: Timestamp? = nil,
        canBeRemoved: Bool
    ) {
        self.id = id
        self.kind = kind
        self.address = address
        self.addedAt = addedAt
        self.lastUsedAt = lastUsedAt
        self.canBeRemoved = canBeRemoved
    }

    enum CodingKeys: String, CodingKey {
        case id, kind, address
        case addedAt = "added_at"
        case lastUsedAt = "last_used_at"
        case canBeRemoved = "can_be_removed"
    }
}

extension SignInMethodDetails: DescribedJSON {
    package static let schema = SchemaDescription(
        "SignInMethod",
        "A way in which the user can sign in.",
        members: [
            CodingKeys.id: "The identifier.",
            .kind: "The kind.",
            .address: .init("The address that receives codes; absent for other kinds.", example: "ada@example.com"),
            .addedAt: "The time at which the user added it, if known.",
            .lastUsedAt: "The time of the last use, if known.",
            .canBeRemoved: "Whether the user can remove it: another way to sign in remains.",
        ]
    )
}

/// The ways in which the user can sign in.
public struct SignInMethods: Codable, Sendable, Hashable {
    /// The ways to sign in.
    public var items: [SignInMethodDetails]

    /// Creates a list.
    package init(items: [SignInMethodDetails]) {
        self.items = items
    }

    enum CodingKeys: String, CodingKey {
        case items
    }
}

extension SignInMethods: DescribedJSON {
    package static let schema = SchemaDescription(
        "SignInMethods",
        "The ways in which the user can sign in.",
        members: [CodingKeys.items: "The ways to sign in."]
    )
}
