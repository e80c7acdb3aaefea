public import Foundation

/// A request to create a passkey (WebAuthn Level 3 §5.1.9, `PublicKeyCredentialCreationOptionsJSON`).
public struct PublicKeyCredentialCreationOptions: Codable, Sendable, Hashable {
    /// The relying party.
    public var relyingParty: RelyingPartyEntity
    /// The user.
    public var user: PasskeyUserEntity
    /// The random bytes that the passkey signs.
    public var challenge: Data
    /// The accepted algorithms, the preferred one first.
    public var parameters: [PublicKeyCredentialParameters]
    /// The number of milliseconds that the user has.
    public var timeout: Int?
    /// The passkeys of the user: an authenticator that holds one of them creates no other.
    public var excludedCredentials: [PublicKeyCredentialDescriptor]
    /// The authenticators that may create the passkey.
    public var authenticatorSelection: AuthenticatorSelection?
    /// The authenticators that the user will probably use, the most probable first.
    public var hints: [AuthenticatorHint]
    /// The preference for attestation.
    public var attestation: AttestationConveyance?
    /// The inputs of extensions.
    public var extensions: [String: JSONValue]?

    /// Creates a request.
    package init(
        relyingParty: RelyingPartyEntity,
        user: PasskeyUserEntity,
        challenge: Data,
        parameters: [PublicKeyCredentialParameters],
        timeout: Int? = nil,
        excludedCredentials: [PublicKeyCredentialDescriptor] = [],
        authenticatorSelection: AuthenticatorSelection? = nil,
        hints: [AuthenticatorHint] = [],
        attestation: AttestationConveyance? = nil,
        extensions: [String: JSONValue]? = nil
    ) {
        self.relyingParty = relyingParty
        self.user = user
        self.challenge = challenge
        self.parameters = parameters
        self.timeout = timeout
        self.excludedCredentials = excludedCredentials
        self.authenticatorSelection = authenticatorSelection
        self.hints = hints
        self.attestation = attestation
        self.extensions = extensions
    }

    package enum CodingKeys: String, CodingKey {
        case relyingParty = "rp"
        case user, challenge, timeout, authenticatorSelection, hints, attestation, extensions
        case parameters = "pubKeyCredParams"
        case excludedCredentials = "excludeCredentials"
    }

    /// Decodes a request; unknown members are ignored.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if a member is missing, malformed or too long.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let limit = WebAuthnLimits.listCount
        relyingParty = try container.decode(RelyingPartyEntity.self, forKey: .relyingParty)
        user = try container.decode(PasskeyUserEntity.self, forKey: .user)
        challenge = try container.bytes(forKey: .challenge, limit: WebAuthnLimits.challenge)
        parameters = try container.decode([PublicKeyCredentialParameters].self, forKey: .parameters)
        timeout = try container.decodeIfPresent(Int.self, forKey: .timeout)
        excludedCredentials = try container.list(
            of: PublicKeyCredentialDescriptor.self,
            forKey: .excludedCredentials,
            limit: limit
        )
        authenticatorSelection = try container.decodeIfPresent(
            AuthenticatorSelection.self,
            forKey: .authenticatorSelection
        )
        hints = try container.list(of: AuthenticatorHint.self, forKey: .hints, limit: limit)
        attestation = try container.decodeIfPresent(AttestationConveyance.self, forKey: .attestation)
        extensions = try container.decodeIfPresent([String: JSONValue].self, forKey: .extensions)
    }

    /// Encodes the request; empty lists are left out.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Any error the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(relyingParty, forKey: .relyingParty)
        try container.encode(user, forKey: .user)
        try container.encode(bytes: challenge, forKey: .challenge)
        try container.encode(parameters, forKey: .parameters)
        try container.encodeIfPresent(timeout, forKey: .timeout)
        if !excludedCredentials.isEmpty { try container.encode(excludedCredentials, forKey: .excludedCredentials) }
        try container.encodeIfPresent(authenticatorSelection, forKey: .authenticatorSelection)
        if !hints.isEmpty { try container.encode(hints, forKey: .hints) }
        try container.encodeIfPresent(attestation, forKey: .attestation)
        try container.encodeIfPresent(extensions, forKey: .extensions)
    }
}

/// A request to sign in with a passkey (WebAuthn Level 3 §5.1.10, `PublicKeyCredentialRequestOptionsJSON`).
public struct PublicKeyCredentialRequestOptions: Codable, Sendable, Hashable {
    /// The random bytes that the passkey signs.
    public var challenge: Data
    /// The number of milliseconds that the user has.
    public var timeout: Int?
    /// The domain that the passkey is bound to; `nil` for the domain of the page.
    public var relyingPartyID: String?
    /// The accepted passkeys; if empty, any discoverable one.
    public var allowedCredentials: [PublicKeyCredentialDescriptor]
    /// Whether the authenticator must verify the user.
    public var userVerification: WebAuthnRequirement?
    /// The authenticators that the user will probably use, the most probable first.
    public var hints: [AuthenticatorHint]
    /// The inputs of extensions.
    public var extensions: [String: JSONValue]?

    /// Creates a request.
    package init(
        challenge: Data,
        timeout: Int? = nil,
        relyingPartyID: String?,
        allowedCredentials: [PublicKeyCredentialDescriptor] = [],
        userVerification: WebAuthnRequirement? = nil,
        hints: [AuthenticatorHint] = [],
        extensions: [String: JSONValue]? = nil
    ) {
        self.challenge = challenge
        self.timeout = timeout
        self.relyingPartyID = relyingPartyID
        self.allowedCredentials = allowedCredentials
        self.userVerification = userVerification
        self.hints = hints
        self.extensions = extensions
    }

    package enum CodingKeys: String, CodingKey {
        case challenge, timeout, userVerification, hints, extensions
        case relyingPartyID = "rpId"
        case allowedCredentials = "allowCredentials"
    }

    /// Decodes a request; unknown members are ignored.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if a member is missing, malformed or too long.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let limit = WebAuthnLimits.listCount
        challenge = try container.bytes(forKey: .challenge, limit: WebAuthnLimits.challenge)
        timeout = try container.decodeIfPresent(Int.self, forKey: .timeout)
        relyingPartyID = try container.decodeIfPresent(String.self, forKey: .relyingPartyID)
        allowedCredentials = try container.list(
            of: PublicKeyCredentialDescriptor.self,
            forKey: .allowedCredentials,
            limit: limit
        )
        userVerification = try container.decodeIfPresent(WebAuthnRequirement.self, forKey: .userVerification)
        hints = try container.list(of: AuthenticatorHint.self, forKey: .hints, limit: limit)
        extensions = try container.decodeIfPresent([String: JSONValue].self, forKey: .extensions)
    }

    /// Encodes the request; empty lists are left out.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Any error the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(bytes: challenge, forKey: .challenge)
        try container.encodeIfPresent(timeout, forKey: .timeout)
        try container.encodeIfPresent(relyingPartyID, forKey: .relyingPartyID)
        if !allowedCredentials.isEmpty { try container.encode(allowedCredentials, forKey: .allowedCredentials) }
        try container.encodeIfPresent(userVerification, forKey: .userVerification)
        if !hints.isEmpty { try container.encode(hints, forKey: .hints) }
        try container.encodeIfPresent(extensions, forKey: .extensions)
    }
}
