import Foundation
package import HTTPTypes

extension Parameters {
    /// The maximum length of identifiers, addresses and lists in bytes.
    private static let textLimit = 1024

    /// Returns the error for an invalid parameter, with the text that clients compare.
    package static func entraInvalid(_ name: ParameterName) -> OAuthError {
        OAuthError(.invalidRequest, "The \(name) parameter is empty or not valid.")
    }

    /// Returns the single value of a name; throws Entra's error if it is repeated or too long.
    func entraOptional(_ name: ParameterName, limit: Int = Limits.standard.value) throws(OAuthError) -> String? {
        do { return try optional(name, limit: limit) } catch { throw Self.entraInvalid(name) }
    }

    /// Returns the single value of a name; throws Entra's error if it is missing, repeated or too long.
    func entraRequired(_ name: ParameterName, limit: Int = Limits.standard.value) throws(OAuthError) -> String {
        guard let value = try entraOptional(name, limit: limit) else { throw Self.entraInvalid(name) }
        return value
    }

    /// Returns a value without control characters, for logs and stores.
    func entraLine(_ name: ParameterName) throws(OAuthError) -> String {
        guard let value = try entraOptionalLine(name) else { throw Self.entraInvalid(name) }
        return value
    }

    /// Returns a value without control characters, or `nil` if absent.
    func entraOptionalLine(_ name: ParameterName) throws(OAuthError) -> String? {
        do { return try line(name, limit: Self.textLimit) } catch { throw Self.entraInvalid(name) }
    }

    /// Returns the challenge types that the client supports.
    ///
    /// - Throws: `invalid_request` if there are none or unknown ones; `unsupported_challenge_type` if `redirect` is
    ///   missing, because every flow may require a browser.
    func entraChallengeTypes() throws(OAuthError) -> [EntraChallengeType] {
        let types = try entraMethodTypes()
        guard types.contains(.redirect) else {
            throw OAuthError(
                .unsupportedChallengeType,
                "\(ParameterName.challengeType) must include \(EntraChallengeType.redirect)."
            )
        }
        return types
    }

    /// Returns the challenge types of a method; unlike those of a client, they need not include `redirect`.
    ///
    /// - Throws: `invalid_request` if there are none or unknown ones.
    func entraMethodTypes() throws(OAuthError) -> [EntraChallengeType] {
        let types = EntraChallengeType.list(try entraRequired(.challengeType, limit: Self.textLimit))
        guard !types.isEmpty, types.allSatisfy(EntraChallengeType.requestable.contains) else {
            throw Self.entraInvalid(.challengeType)
        }
        return types
    }

    /// Returns the challenge types, or `nil` if absent: those of the start request then apply.
    func entraChallengeTypesIfAny() throws(OAuthError) -> [EntraChallengeType]? {
        try entraOptional(.challengeType, limit: Self.textLimit) == nil ? nil : try entraChallengeTypes()
    }

    /// Returns the capabilities of the client, from either of the two parameter names in use.
    func entraCapabilities() throws(OAuthError) -> [EntraCapability] {
        let text = try entraOptional(.capabilities, limit: Self.textLimit)
        let other = try entraOptional(.capability, limit: Self.textLimit)
        return EntraCapability.list(text ?? other)
    }

    /// Returns the attributes of a new account: one JSON object in a string.
    func entraAttributes() throws(OAuthError) -> [String: JSONValue]? {
        guard let text = try entraOptional(.attributes) else { return nil }
        do {
            return try JSONCoding.decode([String: JSONValue].self, from: Data(text.utf8), depth: 4)
        } catch {
            throw Self.entraInvalid(.attributes)
        }
    }

    /// Appends attributes in the format that ``entraAttributes()`` reads.
    mutating func appendEntra(attributes: [String: JSONValue]?) {
        append(.attributes, attributes.map { String(decoding: JSONCoding.encode($0), as: UTF8.self) })
    }
}

/// Parameters of Microsoft's libraries.
extension ParameterName {
    /// The identity provider to sign in with.
    package static let domainHint = Self(rawValue: "domain_hint")

    /// The identifier of a method for a second factor.
    package static let id = Self(rawValue: "id")

    /// The address or number to register.
    package static let challengeTarget = Self(rawValue: "challenge_target")

    /// The channel of the method to register.
    package static let challengeChannel = Self(rawValue: "challenge_channel")
}

extension HTTPField.Name {
    /// The client's identifier of a request or flow, for both sides' logs: a UUID that the response repeats.
    package static let clientRequestID = literal("client-request-id")

    /// The server's identifier of a request.
    package static let serverRequestID = literal("x-ms-request-id")

    /// Requests that the response repeat the client's request identifier.
    package static let returnClientRequestID = literal("return-client-request-id")

    /// The name of a client's library.
    package static let clientLibrary = literal("x-client-SKU")

    /// The version of a client's library.
    package static let clientLibraryVersion = literal("x-client-Ver")

    private static func literal(_ name: StaticString) -> HTTPField.Name {
        guard let name = HTTPField.Name("\(name)") else { preconditionFailure("\(name) is not a field name") }
        return name
    }
}
