public import Foundation

/// The relying party of a passkey (WebAuthn Level 3 §5.4.2).
public struct RelyingPartyEntity: Codable, Sendable, Hashable {
    /// The domain that passkeys are bound to; in a request, `nil` stands for the domain of the page.
    public var id: String?
    /// The name that is shown to the user.
    public var name: String

    /// Creates a relying party.
    package init(id: String?, name: String) {
        self.id = id
        self.name = name
    }
}

/// The user of a passkey (WebAuthn Level 3 §5.4.3).
public struct PasskeyUserEntity: Codable, Sendable, Hashable {
    /// The user handle: up to 64 bytes that identify the account and contain no personal data.
    public var id: Data
    /// The login name, which distinguishes accounts with the same display name.
    public var name: String
    /// The name that is shown to the user.
    public var displayName: String

    /// Creates a user.
    package init(id: Data, name: String, displayName: String) {
        self.id = id
        self.name = name
        self.displayName = displayName
    }

    package enum CodingKeys: String, CodingKey {
        case id, name, displayName
    }

    /// Decodes a user.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if a member is missing or malformed, or the ID is longer than 64 bytes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.bytes(forKey: .id, limit: WebAuthnLimits.userHandle)
        name = try container.decode(String.self, forKey: .name)
        displayName = try container.decode(String.self, forKey: .displayName)
    }

    /// Encodes the user.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Any error the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(bytes: id, forKey: .id)
        try container.encode(name, forKey: .name)
        try container.encode(displayName, forKey: .displayName)
    }
}

/// A type and an algorithm that the relying party accepts (WebAuthn Level 3 §5.3).
public struct PublicKeyCredentialParameters: Codable, Sendable, Hashable {
    /// The type of credentials.
    public var type: PublicKeyCredentialType
    /// The algorithm of signatures.
    public var algorithm: COSEAlgorithm

    /// Creates parameters.
    package init(type: PublicKeyCredentialType = .publicKey, algorithm: COSEAlgorithm) {
        self.type = type
        self.algorithm = algorithm
    }

    package enum CodingKeys: String, CodingKey {
        case type
        case algorithm = "alg"
    }
}

/// A reference to a passkey (WebAuthn Level 3 §5.8.3).
public struct PublicKeyCredentialDescriptor: Codable, Sendable, Hashable {
    /// The type of the credential.
    public var type: PublicKeyCredentialType
    /// The credential ID.
    public var id: Data
    /// The ways to reach its authenticator, if known.
    public var transports: [AuthenticatorTransport]

    /// Creates a reference.
    package init(
        type: PublicKeyCredentialType = .publicKey,
        id: Data,
        transports: [AuthenticatorTransport] = []
    ) {
        self.type = type
        self.id = id
        self.transports = transports
    }

    package enum CodingKeys: String, CodingKey {
        case type, id, transports
    }

    /// Decodes a reference.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if a member is missing, malformed or too long.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        type = try container.decode(PublicKeyCredentialType.self, forKey: .type)
        id = try container.bytes(forKey: .id, limit: WebAuthnLimits.credentialID)
        transports = try container.transports(forKey: .transports)
    }

    /// Encodes the reference; empty transports are left out.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Any error the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(type, forKey: .type)
        try container.encode(bytes: id, forKey: .id)
        if !transports.isEmpty { try container.encode(transports, forKey: .transports) }
    }
}

/// The authenticators that may create a passkey (WebAuthn Level 3 §5.4.4).
public struct AuthenticatorSelection: Codable, Sendable, Hashable {
    /// The place of the authenticator; `nil` for any.
    public var authenticatorAttachment: AuthenticatorAttachment?
    /// Whether the passkey must be discoverable: usable without the user's name.
    public var residentKey: WebAuthnRequirement?
    /// The requirement of Level 1, which is `true` only if ``residentKey`` is required.
    public var requireResidentKey: Bool?
    /// Whether the authenticator must verify the user.
    public var userVerification: WebAuthnRequirement?

    /// Creates a selection.
    package init(
        authenticatorAttachment: AuthenticatorAttachment? = nil,
        residentKey: WebAuthnRequirement? = nil,
        userVerification: WebAuthnRequirement? = nil
    ) {
        self.authenticatorAttachment = authenticatorAttachment
        self.residentKey = residentKey
        requireResidentKey = residentKey.map { $0 == .required }
        self.userVerification = userVerification
    }
}
