/// The kind of a session; later servers may send others.
public struct SessionKind: ExtensibleValue, KnownValues {
    /// The kind as sent on the wire.
    public let rawValue: String

    /// Creates a kind from its wire form.
    ///
    /// - Parameter rawValue: The kind, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A sign-in in a browser, which several apps may use.
    public static let browser = Self(rawValue: "browser")
    /// A session of one app.
    public static let app = Self(rawValue: "app")

    package static let known: [Self] = [.browser, .app]
}

/// A session of a user.
public struct SessionDetails: Codable, Sendable, Hashable {
    /// The identifier.
    public var id: String
    /// The kind.
    public var kind: SessionKind
    /// The identifier of the app; `nil` for a browser.
    public var clientID: String?
    /// The name of the app; `nil` for a browser.
    public var clientName: String?
    /// The `User-Agent` field of the device.
    public var userAgent: String?
    /// The network address of the device.
    public var networkAddress: String?
    /// The time of the sign-in.
    public var createdAt: Timestamp
    /// The time of the last use, with the precision of minutes.
    public var lastUsedAt: Timestamp
    /// Whether the request belongs to this session.
    public var isCurrent: Bool

    /// Creates a session.
    package init(
        id: String,
        kind: SessionKind,
        clientID: String? = nil,
        clientName: String? = nil,
        userAgent: String? = nil,
        networkAddress: String? = nil,
        createdAt: Timestamp,
        lastUsedAt: Timestamp,
        isCurrent: Bool
    ) {
        self.id = id
        self.kind = kind
        self.clientID = clientID
        self.clientName = clientName
        self.userAgent = userAgent
        self.networkAddress = networkAddress
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.isCurrent = isCurrent
    }

    enum CodingKeys: String, CodingKey {
        case id, kind
        case clientID = "client_id"
        case clientName = "client_name"
        case userAgent = "user_agent"
        case networkAddress = "network_address"
        case createdAt = "created_at"
        case lastUsedAt = "last_used_at"
        case isCurrent = "is_current"
    }
}

extension SessionDetails: DescribedJSON {
    package static let schema = SchemaDescription(
        "Session",
        "A session of the user.",
        members: [
            CodingKeys.id: "The identifier.",
            .kind: "The kind.",
            .clientID: .init("The identifier of the app; absent for a browser.", example: "shop"),
            .clientName: .init("The name of the app; absent for a browser.", example: "Example Shop"),
            .userAgent: .init("The `User-Agent` field of the device.", example: "Shop/3.1 (iPhone)"),
            .networkAddress: .init("The network address of the device.", example: "198.51.100.7"),
            .createdAt: "The time of the sign-in.",
            .lastUsedAt: "The time of the last use, with the precision of minutes.",
            .isCurrent: "Whether the request belongs to this session.",
        ]
    )
}

/// A permission of an app in the language of the user.
public struct AccountPermission: Codable, Sendable, Hashable {
    /// The scope.
    public var scope: Scope
    /// The text, or the name of a scope without one.
    public var text: String
    /// The name of the API that the scope belongs to; `nil` for other scopes.
    public var api: String?

    /// Creates a permission.
    package init(scope: Scope, text: String, api: String? = nil) {
        self.scope = scope
        self.text = text
        self.api = api
    }

    enum CodingKeys: String, CodingKey {
        case scope, text, api
    }
}

extension AccountPermission: DescribedJSON {
    package static let schema = SchemaDescription(
        "AccountPermission",
        "A permission of an app in the language of the user.",
        members: [
            CodingKeys.scope: .init("The scope.", example: "orders:read"),
            .text: .init("The text, or the name of a scope without one.", example: "See your orders"),
            .api: .init("The name of the API that the scope belongs to; absent for other scopes.", example: "Orders"),
        ]
    )
}

/// An app that may use an account.
public struct AccountApp: Codable, Sendable, Hashable {
    /// The identifier of the client.
    public var clientID: String
    /// The name.
    public var name: String
    /// The permissions that the user has granted.
    public var scopes: [Scope]
    /// The permissions that the server describes for the user: scopes of APIs, and those with a text of the operator.
    public var permissions: [AccountPermission]?
    /// The time of the consent, or of the first session for apps that need none.
    public var since: Timestamp
    /// The time of the last use; `nil` if the app has no session.
    public var lastUsedAt: Timestamp?
    /// Whether the app belongs to the operator, and needs no consent.
    public var isFirstParty: Bool

    /// Creates an app.
    package init(
        clientID: String,
        name: String,
        scopes: [Scope],
        permissions: [AccountPermission]? = nil,
        since: Timestamp,
        lastUsedAt: Timestamp?,
        isFirstParty: Bool
    ) {
        self.clientID = clientID
        self.name = name
        self.scopes = scopes
        self.permissions = permissions
        self.since = since
        self.lastUsedAt = lastUsedAt
        self.isFirstParty = isFirstParty
    }

    enum CodingKeys: String, CodingKey {
        case clientID = "client_id"
        case name, scopes, permissions, since
        case lastUsedAt = "last_used_at"
        case isFirstParty = "is_first_party"
    }
}

extension AccountApp: DescribedJSON {
    package static let schema = SchemaDescription(
        "AccountApp",
        "An app that may use the account.",
        members: [
            CodingKeys.clientID: .init("The identifier of the client.", example: "shop"),
            .name: .init("The name.", example: "Example Shop"),
            .scopes: .init("The permissions that the user has granted.", example: ["openid", "email"]),
            .permissions:
                "The permissions that the server describes: scopes of APIs, and those with a text of the operator.",
            .since: "The time of the consent, or of the first session for apps that need none.",
            .lastUsedAt: "The time of the last use; absent if the app has no session.",
            .isFirstParty: "Whether the app belongs to the operator, and needs no consent.",
        ]
    )
}
