package import Foundation

extension ClientMetadata {
    /// The maximum size of a registration request or metadata document in bytes.
    package static let bodyLimit = 64 * 1024
    private static let textLimit = 1024
    private static let uriLimit = 2048
    private static let scopeLimit = 4096
    private static let statementLimit = 16 * 1024
    /// The maximum number of elements of an array.
    private static let elementLimit = 50

    /// Reads metadata that the client or another party wrote.
    ///
    /// Empty texts count as absent. URIs are checked for their form only; the server decides which it accepts.
    ///
    /// - Throws: `invalid_redirect_uri` for a redirect URI of the wrong form; `invalid_client_metadata` (RFC 7591
    ///   §3.2.2) that names any other member of the wrong type, form or size.
    package init(body: Data) throws(OAuthError) {
        self.init(removingEmptyTextsFrom: try Self.decode(Self.self, from: body))
        try rejectPrivateKeys(in: body)
        try checkTexts()
        try checkLists()
        try checkURIs()
        guard keySet == nil || jwksURI == nil else {
            throw Self.invalid(.keySet, "must not be used together with \(CodingKeys.jwksURI.rawValue)")
        }
        guard defaultMaxAge.map({ $0 >= 0 }) ?? true else {
            throw Self.invalid(.defaultMaxAge, "must not be negative")
        }
    }

    /// Decodes members of a request or document.
    ///
    /// - Throws: `invalid_redirect_uri` or `invalid_client_metadata` that names the member.
    static func decode<Members: Decodable>(_ type: Members.Type, from body: Data) throws(OAuthError) -> Members {
        guard body.count <= bodyLimit else {
            throw OAuthError(.invalidClientMetadata, "The client metadata exceeds \(bodyLimit) bytes.")
        }
        do { return try JSONCoding.decode(type, from: body, depth: 8) } catch {
            let isRedirectURI = error.message.hasPrefix(CodingKeys.redirectURIs.rawValue)
            throw OAuthError(isRedirectURI ? .invalidRedirectURI : .invalidClientMetadata, error.message)
        }
    }

    private static func invalid(_ member: CodingKeys, _ text: String) -> OAuthError {
        let code: OAuthErrorCode = member == .redirectURIs ? .invalidRedirectURI : .invalidClientMetadata
        return OAuthError(code, "\(member.rawValue) \(text).")
    }
}

extension ClientMetadata {
    private typealias TextMember = (member: CodingKeys, path: WritableKeyPath<ClientMetadata, String?>)

    /// The members that contain one line of text.
    private static var lines: [TextMember] {
        [
            (.clientName, \.clientName), (.softwareID, \.softwareID), (.softwareVersion, \.softwareVersion),
        ]
    }

    /// The members that contain the URL of a page or a document.
    private static var webURIs: [TextMember] {
        [
            (.clientURI, \.clientURI), (.logoURI, \.logoURI), (.termsOfServiceURI, \.termsOfServiceURI),
            (.policyURI, \.policyURI), (.jwksURI, \.jwksURI), (.sectorIdentifierURI, \.sectorIdentifierURI),
            (.initiateLoginURI, \.initiateLoginURI), (.backChannelLogoutURI, \.backChannelLogoutURI),
        ]
    }

    /// Creates metadata without empty texts, which some clients send for members that they have no value for.
    private init(removingEmptyTextsFrom metadata: ClientMetadata) {
        self = metadata
        for (_, path) in Self.lines + Self.webURIs + [(.softwareStatement, \.softwareStatement)]
        where self[keyPath: path]?.isEmpty == true {
            self[keyPath: path] = nil
        }
    }

    private func checkTexts() throws(OAuthError) {
        var texts = Self.lines.map { ($0.member, self[keyPath: $0.path]) }
        texts += [
            (.applicationType, applicationType?.rawValue),
            (.tokenEndpointAuthMethod, tokenEndpointAuthMethod?.rawValue), (.subjectType, subjectType?.rawValue),
            (.tokenEndpointAuthSigningAlgorithm, tokenEndpointAuthSigningAlgorithm?.rawValue),
            (.idTokenSigningAlgorithm, idTokenSigningAlgorithm?.rawValue),
            (.userInfoSigningAlgorithm, userInfoSigningAlgorithm?.rawValue),
            (.requestObjectSigningAlgorithm, requestObjectSigningAlgorithm?.rawValue),
        ]
        for (member, text) in texts { try Self.check(text, member, limit: Self.textLimit) }
        try Self.check(scope?.description, .scope, limit: Self.scopeLimit)
        try Self.check(softwareStatement, .softwareStatement, limit: Self.statementLimit)
    }

    private func checkLists() throws(OAuthError) {
        let lists: [(CodingKeys, [String]?)] = [
            (.contacts, contacts), (.responseTypes, responseTypes?.map(\.rawValue)),
            (.grantTypes, grantTypes?.map(\.rawValue)), (.defaultACRValues, defaultACRValues?.map(\.rawValue)),
            (.redirectURIs, redirectURIs), (.postLogoutRedirectURIs, postLogoutRedirectURIs),
        ]
        for (member, list) in lists {
            guard let list else { continue }
            guard list.count <= Self.elementLimit else {
                throw Self.invalid(member, "has more than \(Self.elementLimit) elements")
            }
            for text in list { try Self.check(text, member, limit: Self.uriLimit) }
        }
        guard keySet.map({ $0.keys.count <= Self.elementLimit }) ?? true else {
            throw Self.invalid(.keySet, "has more than \(Self.elementLimit) keys")
        }
    }

    private static func check(_ text: String?, _ member: CodingKeys, limit: Int) throws(OAuthError) {
        guard let text else { return }
        guard text.utf8.count <= limit else { throw invalid(member, "exceeds \(limit) bytes") }
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw invalid(member, "contains a control character")
        }
    }

    private func checkURIs() throws(OAuthError) {
        let redirects: [(CodingKeys, [String]?)] = [
            (.redirectURIs, redirectURIs), (.postLogoutRedirectURIs, postLogoutRedirectURIs),
        ]
        for (member, uris) in redirects {
            guard (uris ?? []).allSatisfy({ RedirectURI(rawValue: $0) != nil }) else {
                throw Self.invalid(member, "must be absolute URIs without a fragment")
            }
        }
        for (member, path) in Self.webURIs {
            guard let text = self[keyPath: path] else { continue }
            // The page of a single-page application may have a fragment.
            let uri = RedirectURI(rawValue: String(text.prefix { $0 != "#" }))
            guard let uri, ["https", "http"].contains(uri.scheme), text.utf8.count <= Self.uriLimit else {
                throw Self.invalid(member, "must be an https or http URL")
            }
        }
    }

    /// Rejects secret and private keys (RFC 7517 §9.2): once published, a key proves nothing.
    private func rejectPrivateKeys(in body: Data) throws(OAuthError) {
        guard keySet != nil else { return }
        let keys = try Self.decode([String: JSONValue].self, from: body)[CodingKeys.keySet.rawValue]?["keys"]
        let members = (keys?.array ?? []).compactMap(\.object)
        guard members.allSatisfy({ JSONWebKey.privateMembers.isDisjoint(with: $0.keys) }) else {
            throw Self.invalid(.keySet, "must contain public keys only")
        }
    }
}
