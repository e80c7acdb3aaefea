import Foundation

extension Parameters {
    /// What a client's own text may be in length: an address, an identifier, a list.
    private static let textLimit = 1024

    /// What is wrong with a parameter, in the words that clients look for.
    package static func entraInvalid(_ name: ParameterName) -> OAuthError {
        OAuthError(.invalidRequest, "The \(name) parameter is empty or not valid.")
    }

    /// The one value of that name, refused in Entra's words when it is doubled or too long.
    func entraOptional(_ name: ParameterName, limit: Int = Limits.standard.value) throws(OAuthError) -> String? {
        do { return try optional(name, limit: limit) } catch { throw Self.entraInvalid(name) }
    }

    /// The one value of that name, refused in Entra's words when it is missing, doubled or too long.
    func entraRequired(_ name: ParameterName, limit: Int = Limits.standard.value) throws(OAuthError) -> String {
        guard let value = try entraOptional(name, limit: limit) else { throw Self.entraInvalid(name) }
        return value
    }

    /// A value that logs and stores may come to hold, so without control characters.
    func entraLine(_ name: ParameterName) throws(OAuthError) -> String {
        let value: String?
        do { value = try line(name, limit: Self.textLimit) } catch { throw Self.entraInvalid(name) }
        guard let value else { throw Self.entraInvalid(name) }
        return value
    }

    /// What the client can do.
    ///
    /// - Throws: `invalid_request` for a word that is not known or where there is none, `unsupported_challenge_type` where `redirect` is
    ///   missing: a server can always come to need a browser.
    func entraChallengeTypes() throws(OAuthError) -> [EntraChallengeType] {
        let types = EntraChallengeType.list(try entraRequired(.challengeType, limit: Self.textLimit))
        guard !types.isEmpty, types.allSatisfy(EntraChallengeType.requestable.contains) else {
            throw Self.entraInvalid(.challengeType)
        }
        guard types.contains(.redirect) else {
            throw OAuthError(
                .unsupportedChallengeType,
                "The \(ParameterName.challengeType) parameter has to list \(EntraChallengeType.redirect)."
            )
        }
        return types
    }

    /// The same where it may be left out: what was said at the start counts.
    func entraChallengeTypesIfAny() throws(OAuthError) -> [EntraChallengeType]? {
        try entraOptional(.challengeType, limit: Self.textLimit) == nil ? nil : try entraChallengeTypes()
    }

    /// What the client can do beyond the first factor, under either name that clients give it.
    func entraCapabilities() throws(OAuthError) -> [EntraCapability] {
        let text = try entraOptional(.capabilities, limit: Self.textLimit)
        let other = try entraOptional(.capability, limit: Self.textLimit)
        return EntraCapability.list(text ?? other)
    }

    /// The attributes of a new account: one JSON object in a text.
    func entraAttributes() throws(OAuthError) -> [String: JSONValue]? {
        guard let text = try entraOptional(.attributes) else { return nil }
        do {
            return try WireJSON.decode([String: JSONValue].self, from: Data(text.utf8), depth: 4)
        } catch {
            throw Self.entraInvalid(.attributes)
        }
    }

    /// Writes attributes as ``entraAttributes()`` reads them.
    mutating func appendEntra(attributes: [String: JSONValue]?) {
        append(.attributes, attributes.map { String(decoding: WireJSON.encode($0), as: UTF8.self) })
    }
}
