public import Foundation

/// A signature by a passkey (WebAuthn Level 3 §5.1, `AuthenticationResponseJSON`).
///
/// `PublicKeyCredential.toJSON()` of browsers returns it.
public struct PasskeyAssertion: Codable, Sendable, Hashable {
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

    /// The response of an authenticator that signed (WebAuthn Level 3 §5.2.2).
    public struct Response: Codable, Sendable, Hashable {
        /// The client data, verbatim.
        public var clientDataJSON: Data
        /// The authenticator data, verbatim.
        public var authenticatorData: Data
        /// The signature of authenticator data and hash of the client data.
        public var signature: Data
        /// The user handle; discoverable passkeys send it.
        public var userHandle: Data?

        /// Creates a response.
        ///
        /// - Parameters:
        ///   - clientDataJSON: The client data, verbatim.
        ///   - authenticatorData: The authenticator data, verbatim.
        ///   - signature: The signature.
        ///   - userHandle: The user handle, if the authenticator returned it.
        public init(clientDataJSON: Data, authenticatorData: Data, signature: Data, userHandle: Data? = nil) {
            self.clientDataJSON = clientDataJSON
            self.authenticatorData = authenticatorData
            self.signature = signature
            self.userHandle = userHandle
        }

        package enum CodingKeys: String, CodingKey {
            case clientDataJSON, authenticatorData, signature, userHandle
        }

        /// Decodes a response.
        ///
        /// - Parameter decoder: The decoder to read from.
        /// - Throws: `DecodingError` if a member is missing, malformed or too long.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            clientDataJSON = try container.bytes(forKey: .clientDataJSON, limit: WebAuthnLimits.clientDataJSON)
            authenticatorData = try container.bytes(
                forKey: .authenticatorData,
                limit: WebAuthnLimits.authenticatorData
            )
            signature = try container.bytes(forKey: .signature, limit: WebAuthnLimits.signature)
            userHandle = try container.bytesIfPresent(forKey: .userHandle, limit: WebAuthnLimits.userHandle)
        }

        /// Encodes the response.
        ///
        /// - Parameter encoder: The encoder to write to.
        /// - Throws: Any error the encoder throws.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(bytes: clientDataJSON, forKey: .clientDataJSON)
            try container.encode(bytes: authenticatorData, forKey: .authenticatorData)
            try container.encode(bytes: signature, forKey: .signature)
            if let userHandle { try container.encode(bytes: userHandle, forKey: .userHandle) }
        }
    }

    /// Creates an assertion.
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

    /// Decodes an assertion; unknown members are ignored.
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

    /// Encodes the assertion.
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
