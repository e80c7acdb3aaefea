/// A session in an export.
public struct ExportedSession: Codable, Sendable, Hashable {
    /// The session, as in the list of sessions.
    public var session: SessionDetails
    /// The permissions of the app; empty for a browser.
    public var scopes: [Scope]
    /// The methods by which the user authenticated (RFC 8176).
    public var authenticationMethods: [AMR]
    /// The time of the authentication.
    public var authenticatedAt: Timestamp
    /// The time at which the session expires.
    public var expiresAt: Timestamp

    /// Creates the session of an export.
    package init(
        session: SessionDetails,
        scopes: [Scope],
        authenticationMethods: [AMR],
        authenticatedAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.session = session
        self.scopes = scopes
        self.authenticationMethods = authenticationMethods
        self.authenticatedAt = authenticatedAt
        self.expiresAt = expiresAt
    }

    enum CodingKeys: String, CodingKey {
        case session, scopes
        case authenticationMethods = "amr"
        case authenticatedAt = "auth_time"
        case expiresAt = "expires_at"
    }
}

extension ExportedSession: DescribedJSON {
    package static let schema = SchemaDescription(
        "ExportedSession",
        "A session, with its authentication.",
        members: [
            CodingKeys.session: "The session, as in the list of sessions.",
            .scopes: "The permissions of the app; empty for a browser.",
            .authenticationMethods: .init(
                "The methods by which the user authenticated (RFC 8176).",
                example: .array([.string(AMR.password.rawValue)])
            ),
            .authenticatedAt: "The time of the authentication.",
            .expiresAt: "The time at which the session expires.",
        ]
    )
}

/// The consent to an app in an export.
public struct ExportedConsent: Codable, Sendable, Hashable {
    /// The identifier of the app.
    public var clientID: String
    /// The permissions that the user granted.
    public var scopes: [Scope]
    /// The optional permissions that the user declined.
    public var declinedScopes: [Scope]
    /// The claims beyond the permissions that the user agreed to share.
    public var claims: [ClaimName]
    /// The time of the consent.
    public var grantedAt: Timestamp

    /// Creates the consent of an export.
    package init(
        clientID: String,
        scopes: [Scope],
        declinedScopes: [Scope],
        claims: [ClaimName],
        grantedAt: Timestamp
    ) {
        self.clientID = clientID
        self.scopes = scopes
        self.declinedScopes = declinedScopes
        self.claims = claims
        self.grantedAt = grantedAt
    }

    enum CodingKeys: String, CodingKey {
        case clientID = "client_id"
        case scopes
        case declinedScopes = "declined_scopes"
        case claims
        case grantedAt = "granted_at"
    }
}

extension ExportedConsent: DescribedJSON {
    package static let schema = SchemaDescription(
        "ExportedConsent",
        "The consent to an app.",
        members: [
            CodingKeys.clientID: "The identifier of the app.",
            .scopes: "The permissions that the user granted.",
            .declinedScopes: "The optional permissions that the user declined.",
            .claims: "The claims beyond the permissions that the user agreed to share.",
            .grantedAt: "The time of the consent.",
        ]
    )
}

/// The data that one app stores with an account, in an export.
public struct ExportedAppData: Codable, Sendable, Hashable {
    /// The identifier of the app.
    public var clientID: String
    /// The values by name.
    public var values: [String: JSONValue]

    /// Creates the data of one app in an export.
    package init(clientID: String, values: [String: JSONValue]) {
        self.clientID = clientID
        self.values = values
    }

    enum CodingKeys: String, CodingKey {
        case clientID = "client_id"
        case values
    }
}

extension ExportedAppData: DescribedJSON {
    package static let schema = SchemaDescription(
        "ExportedAppData",
        "The data that one app stores with the account.",
        members: [
            CodingKeys.clientID: "The identifier of the app.",
            .values: "The values by name.",
        ]
    )
}

/// A browser in which the user has signed in, in an export.
public struct ExportedBrowser: Codable, Sendable, Hashable {
    /// The time of the first sign-in.
    public var firstSeenAt: Timestamp
    /// The time of the last sign-in.
    public var lastSeenAt: Timestamp

    /// Creates the browser of an export.
    package init(firstSeenAt: Timestamp, lastSeenAt: Timestamp) {
        self.firstSeenAt = firstSeenAt
        self.lastSeenAt = lastSeenAt
    }

    enum CodingKeys: String, CodingKey {
        case firstSeenAt = "first_seen_at"
        case lastSeenAt = "last_seen_at"
    }
}

extension ExportedBrowser: DescribedJSON {
    package static let schema = SchemaDescription(
        "ExportedBrowser",
        "A browser in which the user has signed in.",
        members: [
            CodingKeys.firstSeenAt: "The time of the first sign-in.",
            .lastSeenAt: "The time of the last sign-in.",
        ]
    )
}
