package import HTTPTypes

/// The type of a security event (RFC 8417 §2.2), a URI.
package struct SecurityEventType: ExtensibleValue {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    private static let caep = "https://schemas.openid.net/secevent/caep/event-type/"
    private static let risc = "https://schemas.openid.net/secevent/risc/event-type/"

    /// The session, or all sessions of the user, have ended (CAEP §3.1).
    package static let sessionRevoked = Self(rawValue: caep + "session-revoked")
    /// A credential of the user was added, changed or removed (CAEP §3.3).
    package static let credentialChange = Self(rawValue: caep + "credential-change")
    /// The account was disabled (RISC Profile §2.2).
    package static let accountDisabled = Self(rawValue: risc + "account-disabled")
    /// The account was enabled again (RISC Profile §2.3).
    package static let accountEnabled = Self(rawValue: risc + "account-enabled")
    /// The account was deleted (RISC Profile §2.1).
    package static let accountPurged = Self(rawValue: risc + "account-purged")
    /// A test of a stream (Shared Signals Framework §8.1.4).
    package static let verification = Self(
        rawValue: "https://schemas.openid.net/secevent/ssf/event-type/verification"
    )

    /// The types of events that the server sends, but the verification.
    package static let supported: [Self] = [
        .sessionRevoked, .credentialChange, .accountDisabled, .accountEnabled, .accountPurged,
    ]
}

/// The subject of a security event (RFC 9493, Shared Signals Framework §3).
package enum SecurityEventSubject: Sendable, Hashable {
    case user(issuer: String, subject: String)
    /// A session of a user, by the `sid` of its access tokens.
    case session(String, issuer: String, subject: String)
    /// A stream, for its verification.
    case stream(String)

    fileprivate var json: JSONValue {
        switch self {
        case .user(let issuer, let subject):
            ["format": "iss_sub", "iss": .string(issuer), "sub": .string(subject)]
        case .session(let id, let issuer, let subject):
            [
                "format": "complex", "user": Self.user(issuer: issuer, subject: subject).json,
                "session": ["format": "opaque", "id": .string(id)],
            ]
        case .stream(let id): ["format": "opaque", "id": .string(id)]
        }
    }
}

/// The claims of a security event (CAEP §2).
package struct SecurityEventDetails: Sendable, Hashable {
    /// The party that caused an event.
    package enum Initiator: String, Sendable {
        case admin, user, system
    }

    /// The change of a credential (CAEP §3.3).
    package enum CredentialAction: String, Sendable {
        case create, revoke, update
    }

    /// The time of the event, which may precede the token by the time of a retry.
    package var occurredAt: UnixTime
    package var initiator: Initiator
    /// The reason for administrators, in English.
    package var reason: String
    /// The type of the credential, and its change.
    package var credential: (type: String, action: CredentialAction)? {
        get { credentialType.flatMap { type in credentialAction.map { (type, $0) } } }
        set { (credentialType, credentialAction) = (newValue?.type, newValue?.action) }
    }

    private var credentialType: String?
    private var credentialAction: CredentialAction?

    package init(occurredAt: UnixTime, initiator: Initiator, reason: String) {
        self.occurredAt = occurredAt
        self.initiator = initiator
        self.reason = reason
    }

    fileprivate var json: JSONValue {
        var members: [String: JSONValue] = [
            "event_timestamp": .integer(occurredAt.seconds), "initiating_entity": .string(initiator.rawValue),
            "reason_admin": ["en": .string(reason)],
        ]
        if let credential {
            members["credential_type"] = .string(credential.type)
            members["change_type"] = .string(credential.action.rawValue)
        }
        return .object(members)
    }
}

/// The claims of a security event token (RFC 8417 §2.2), which has neither `sub` nor `exp`.
package struct SecurityEventClaims: Sendable, Hashable {
    package let issuer: String
    package let audience: String
    package let issuedAt: UnixTime
    /// The identifier of the token, the same for every attempt.
    package let tokenID: String
    /// The identifier of the request that caused the event.
    package var transaction: String?
    package let type: SecurityEventType
    package let subject: SecurityEventSubject
    /// The claims of the event; `nil` for a verification.
    package var details: SecurityEventDetails?

    package init(
        issuer: String,
        audience: String,
        issuedAt: UnixTime,
        tokenID: String,
        type: SecurityEventType,
        subject: SecurityEventSubject
    ) {
        self.issuer = issuer
        self.audience = audience
        self.issuedAt = issuedAt
        self.tokenID = tokenID
        self.type = type
        self.subject = subject
    }
}

extension SecurityEventClaims: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var members: [String: JSONValue] = [
            "iss": .string(issuer), "aud": .string(audience), "iat": .integer(issuedAt.seconds),
            "jti": .string(tokenID), "sub_id": subject.json,
            "events": .object([type.rawValue: details?.json ?? .object([:])]),
        ]
        members["txn"] = transaction.map { .string($0) }
        try JSONValue.object(members).encode(to: encoder)
    }
}

/// The response to a rejected push (RFC 8935 §2.3).
package struct SecurityEventPushError: Sendable, Hashable, Decodable {
    /// The media type of a pushed token.
    package static let requestType = "application/secevent+jwt"

    /// The error code; another party's text.
    package let code: String

    private enum CodingKeys: String, CodingKey {
        case code = "err"
    }

    /// Returns whether sending the token again cannot succeed, because the receiver rejects the token itself.
    package var isPermanent: Bool { !["authentication_failed", "access_denied", "invalid_key"].contains(code) }
}

/// The metadata of a transmitter (Shared Signals Framework §7.1), whose streams the operator configures.
package struct SharedSignalsMetadata: JSONResponse, Equatable {
    package static let path = "/.well-known/ssf-configuration"

    package let issuer: String
    package let jwksURI: String
    private let version: String
    private let deliveryMethods: [String]
    private let defaultSubjects: String

    package init(issuer: String, jwksURI: String) {
        self.issuer = issuer
        self.jwksURI = jwksURI
        version = "1_0"
        // Push (RFC 8935).
        deliveryMethods = ["urn:ietf:rfc:8935"]
        defaultSubjects = "ALL"
    }

    private enum CodingKeys: String, CodingKey {
        case issuer
        case jwksURI = "jwks_uri"
        case version = "spec_version"
        case deliveryMethods = "delivery_methods_supported"
        case defaultSubjects = "default_subjects"
    }

    package var fields: HTTPFields { .publicJSON(maxAge: 300) }
}
