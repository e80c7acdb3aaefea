public import Foundation

/// A passkey that an authenticator created (WebAuthn Level 3 §5.1, `RegistrationResponseJSON`).
///
/// `PublicKeyCredential.toJSON()` of browsers returns it. Members that the signed ones repeat are ignored.
public struct PasskeyRegistration: Codable, Sendable, Hashable {
    /// The credential ID.
    public var id: Data
    /// The type of the credential.
    public var type: PublicKeyCredentialType
    /// The place of the authenticator, if the client sends it.
    public var authenticatorAttachment: AuthenticatorAttachment?
    /// The response of the authenticator.
    public var response: Response
    /// The outputs of client extensions, which are not signed.
    public var clientExtensionResults: [String: JSONValue]

    /// The response of an authenticator that created a passkey (WebAuthn Level 3 §5.2.1).
    public struct Response: Codable, Sendable, Hashable {
        /// The client data, verbatim.
        public var clientDataJSON: Data
        /// The attestation object, which contains the public key.
        public var attestationObject: Data
        /// The ways to reach the authenticator, which are not signed.
        public var transports: [AuthenticatorTransport]

        /// Creates a response.
        ///
        /// - Parameters:
        ///   - clientDataJSON: The client data, verbatim.
        ///   - attestationObject: The attestation object.
        ///   - transports: The ways to reach the authenticator.
        public init(
            clientDataJSON: Data,
            attestationObject: Data,
            transports: [AuthenticatorTransport] = []
        ) {
            self.clientDataJSON = clientDataJSON
            self.attestationObject = attestationObject
            self.transports = transports
        }

        package enum CodingKeys: String, CodingKey {
            case clientDataJSON, attestationObject, transports
        }

        /// Decodes a response.
        ///
        /// - Parameter decoder: The decoder to read from.
        /// - Throws: `DecodingError` if a member is missing, malformed or too long.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            clientDataJSON = try container.bytes(forKey: .clientDataJSON, limit: WebAuthnLimits.clientDataJSON)
            attestationObject = try container.bytes(
                forKey: .attestationObject,
                limit: WebAuthnLimits.attestationObject
            )
            transports = try container.transports(forKey: .transports)
        }

        /// Encodes the response.
        ///
        /// - Parameter encoder: The encoder to write to.
        /// - Throws: Any error the encoder throws.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(bytes: clientDataJSON, forKey: .clientDataJSON)
            try container.encode(bytes: attestationObject, forKey: .attestationObject)
            try container.encode(transports, forKey: .transports)
        }
    }

    /// Creates a registration.
    ///
    /// - Parameters:
    ///   - id: The credential ID.
    ///   - type: The type of the credential.
    ///   - authenticatorAttachment: The place of the authenticator, if known.
    ///   - response: The response of the authenticator.
    ///   - clientExtensionResults: The outputs of client extensions.
    public init(
        id: Data,
        type: PublicKeyCredentialType = .publicKey,
        authenticatorAttachment: AuthenticatorAttachment? = nil,
        response: Response,
        clientExtensionResults: [String: JSONValue] = [:]
    ) {
        self.id = id
        self.type = type
        self.authenticatorAttachment = authenticatorAttachment
        self.response = response
        self.clientExtensionResults = clientExtensionResults
    }

    /// Whether the passkey is usable without the user's name, if the client reports it (WebAuthn Level 3 §10.1.3).
    public var isDiscoverable: Bool? { clientExtensionResults["credProps"]?["rk"]?.bool }

    /// Decodes a registration; unknown members are ignored.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if a member is missing, malformed or too long.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: PasskeyResponseKey.self)
        id = try container.credentialID()
        type = try container.decode(PublicKeyCredentialType.self, forKey: .type)
        authenticatorAttachment = try container.decodeIfPresent(
            AuthenticatorAttachment.self,
            forKey: .authenticatorAttachment
        )
        response = try container.decode(Response.self, forKey: .response)
        let results = try container.decodeIfPresent([String: JSONValue].self, forKey: .clientExtensionResults)
        clientExtensionResults = results ?? [:]
    }

    /// Encodes the registration.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Any error the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: PasskeyResponseKey.self)
        try container.encode(credentialID: id)
        try container.encode(type, forKey: .type)
        try container.encodeIfPresent(authenticatorAttachment, forKey: .authenticatorAttachment)
        try container.encode(response, forKey: .response)
        try container.encode(clientExtensionResults, forKey: .clientExtensionResults)
    }
}
