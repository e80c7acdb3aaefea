package import Foundation
package import GatehouseWire

/// The public keys of a client, which signs assertions and requests (RFC 7591 §2), or of a trusted issuer.
package enum PublishedKeys: Sendable, Equatable, Codable {
    /// The keys themselves.
    case set(JSONWebKeySet)
    /// The https URL of the keys.
    case uri(String)
}

/// A set of requirements that a client was registered for as a whole.
package enum SecurityProfile: String, Sendable, Codable, CaseIterable {
    /// OAuth 2.1.
    case oauth21 = "oauth2.1"
    /// FAPI 2.0 Security Profile.
    case fapi2Security = "fapi2-security"
    /// The authorization of the Model Context Protocol.
    case mcp
}

/// The requirements on the requests of a client, and the algorithms of its signatures.
package struct ClientSecurity: Sendable, Equatable, Codable {
    package var profile: SecurityProfile?
    /// Whether authorization requests must be pushed (RFC 9126 §6).
    package var requiresPushedRequests: Bool
    /// Whether authorization requests must be signed (RFC 9101 §10.5).
    package var requiresSignedRequests: Bool
    /// Whether access tokens must be bound to a key of the client (RFC 9449 §5.2).
    package var requiresDPoP: Bool
    /// The algorithm of client assertions; `nil` for any that the server supports.
    package var assertionAlgorithm: SigningAlgorithm?
    /// The algorithm of request objects; `nil` for any that the server supports.
    package var requestObjectAlgorithm: SigningAlgorithm?
    /// The signature algorithm of userinfo responses; `nil` for JSON.
    package var userInfoAlgorithm: SigningAlgorithm?

    package init(
        profile: SecurityProfile? = nil,
        requiresPushedRequests: Bool = false,
        requiresSignedRequests: Bool = false,
        requiresDPoP: Bool = false,
        assertionAlgorithm: SigningAlgorithm? = nil,
        requestObjectAlgorithm: SigningAlgorithm? = nil,
        userInfoAlgorithm: SigningAlgorithm? = nil
    ) {
        self.profile = profile
        self.requiresPushedRequests = requiresPushedRequests
        self.requiresSignedRequests = requiresSignedRequests
        self.requiresDPoP = requiresDPoP
        self.assertionAlgorithm = assertionAlgorithm
        self.requestObjectAlgorithm = requestObjectAlgorithm
        self.userInfoAlgorithm = userInfoAlgorithm
    }
}

/// The authentication that the requests of a client demand without naming it (OpenID Connect Registration §2).
package struct AuthenticationDefaults: Sendable, Equatable, Codable {
    /// The default of `max_age` in seconds.
    package var maxAge: Int?
    /// The default of `acr_values`.
    package var classes: [ACR]
    /// Whether ID tokens always contain `auth_time`.
    package var requiresAuthenticationTime: Bool

    package init(maxAge: Int? = nil, classes: [ACR] = [], requiresAuthenticationTime: Bool = false) {
        self.maxAge = maxAge
        self.classes = classes
        self.requiresAuthenticationTime = requiresAuthenticationTime
    }

    /// Whether no default is set.
    package var isEmpty: Bool { self == AuthenticationDefaults() }
}

/// The endpoint of a client that receives logout tokens (OpenID Connect Back-Channel Logout §2.2).
package struct BackChannelLogout: Sendable, Equatable, Codable {
    package var uri: String
    /// Whether logout tokens must contain `sid`.
    package var requiresSessionID: Bool

    package init(uri: String, requiresSessionID: Bool = false) {
        self.uri = uri
        self.requiresSessionID = requiresSessionID
    }
}

/// The tokens that a client may exchange (RFC 8693).
package struct TokenExchangePolicy: Sendable, Equatable, Codable {
    /// The resources whose access tokens the client may present, because they were sent to it as an API.
    package var subjects: [Resource.ID]
    /// The resources for which the client may request tokens.
    package var targets: [Resource.ID]
    /// Whether the client may act as the user without being named in the token (§1.1).
    package var permitsImpersonation: Bool

    package init(subjects: [Resource.ID], targets: [Resource.ID], permitsImpersonation: Bool = false) {
        self.subjects = subjects
        self.targets = targets
        self.permitsImpersonation = permitsImpersonation
    }
}

/// The origin of a client that no operator registered, with the metadata that only its developers use.
package struct ClientOrigin: Sendable, Equatable, Codable {
    /// The way in which a client became known.
    package enum Kind: String, Sendable, Codable, CaseIterable {
        /// Dynamic registration (RFC 7591).
        case registration
        /// A client ID metadata document, whose URL is the client identifier.
        case document
    }

    package var kind: Kind
    /// Whether an operator vouched for the client by an initial access token, or a trusted issuer by a software
    /// statement.
    package var isVerified: Bool
    /// The issuer of the software statement by which the client is verified; `nil` if an operator vouched for it.
    package var statementIssuer: String?
    /// The SHA-256 hash of the registration access token in base64url (RFC 7592 §3).
    package var managementTokenHash: String?
    package var applicationType: ApplicationType?
    package var clientURI: String?
    package var contacts: [String]
    package var softwareID: String?
    package var softwareVersion: String?
    package var initiateLoginURI: String?
    /// The time until which the client's document is used without fetching it again.
    package var freshUntil: Date?
    /// The time at which the client last changed what users recognize it by; `nil` if it never did.
    package var identityChangedAt: Date? {
        didSet { identityChangedAt = identityChangedAt?.flooredToMilliseconds }
    }

    package init(
        kind: Kind,
        isVerified: Bool = false,
        statementIssuer: String? = nil,
        managementTokenHash: String? = nil,
        applicationType: ApplicationType? = nil,
        clientURI: String? = nil,
        contacts: [String] = [],
        softwareID: String? = nil,
        softwareVersion: String? = nil,
        initiateLoginURI: String? = nil,
        freshUntil: Date? = nil
    ) {
        self.kind = kind
        self.isVerified = isVerified
        self.statementIssuer = statementIssuer
        self.managementTokenHash = managementTokenHash
        self.applicationType = applicationType
        self.clientURI = clientURI
        self.contacts = contacts
        self.softwareID = softwareID
        self.softwareVersion = softwareVersion
        self.initiateLoginURI = initiateLoginURI
        self.freshUntil = freshUntil?.flooredToMilliseconds
    }
}
