/// The form in which the parameters of an authorization request are sent (RFC 9101 §5, RFC 9126 §4).
package enum AuthorizationRequestForm: Sendable, Hashable {
    /// As parameters.
    case parameters
    /// In a request object, passed by value (RFC 9101 §5.1); verified by the server.
    case object(Secret)
    /// By reference to a pushed authorization request.
    case pushed(RequestURI)

    /// Reads the form from the parameters of a request.
    ///
    /// - Throws: `invalid_request` if both an object and a reference are present or one is repeated;
    ///   `invalid_request_uri` for a reference to anything but a pushed authorization request.
    package init(parameters: Parameters) throws(OAuthError) {
        switch (try parameters.optional(.request), try parameters.optional(.requestURI, limit: 2048)) {
        case (nil, nil): self = .parameters
        case (let object?, nil): self = .object(Secret(object))
        case (nil, let text?):
            guard let uri = RequestURI(rawValue: text) else {
                throw OAuthError(
                    .invalidRequestURI,
                    "\(ParameterName.requestURI) must be that of a pushed authorization request."
                )
            }
            self = .pushed(uri)
        case (_?, _?):
            throw OAuthError(
                .invalidRequest,
                "\(ParameterName.request) and \(ParameterName.requestURI) must not be used together."
            )
        }
    }
}

/// The parameters of an authorization request in the payload of a verified request object (RFC 9101 §4).
package struct RequestObjectParameters: Sendable, Hashable {
    /// The parameters of the authorization request.
    package let parameters: Parameters

    /// The claims about the object itself, which are not parameters of the request (RFC 7519 §4.1).
    private static let tokenClaims: Set<String> = ["iss", "aud", "exp", "nbf", "iat", "jti", "sub"]

    /// Reads the members of the payload: strings, numbers of seconds, and the object of `claims`.
    ///
    /// - Throws: `invalid_request_object` for a nested object or reference (RFC 9101 §4), and for a member of another
    ///   type.
    package init(claims: [String: JSONValue]) throws(OAuthError) {
        guard claims[ParameterName.request.rawValue] == nil, claims[ParameterName.requestURI.rawValue] == nil else {
            throw OAuthError(
                .invalidRequestObject,
                "The request object must not contain \(ParameterName.request) or \(ParameterName.requestURI)."
            )
        }
        var parameters = Parameters()
        for (name, value) in claims.sorted(by: { $0.key < $1.key }) where !Self.tokenClaims.contains(name) {
            for text in try Self.texts(of: value, name) { parameters.append(ParameterName(rawValue: name), text) }
        }
        self.parameters = parameters
    }

    /// Returns the values of a parameter: several for `resource` only (RFC 8707 §2), none for an unknown member.
    private static func texts(of value: JSONValue, _ name: String) throws(OAuthError) -> [String] {
        switch value {
        case .string(let text): return [text]
        case .integer(let number): return [String(number)]
        case .null: return []
        case .object where name == ParameterName.claims.rawValue:
            return [String(decoding: JSONCoding.encode(value), as: UTF8.self)]
        case .array(let elements) where name == ParameterName.resource.rawValue:
            let texts = elements.compactMap(\.string)
            guard texts.count == elements.count else { throw wrongType(name) }
            return texts
        default:
            guard ParameterName.ofAuthorizationRequest.contains(name) else { return [] }
            throw wrongType(name)
        }
    }

    private static func wrongType(_ name: String) -> OAuthError {
        OAuthError(.invalidRequestObject, "\(name) in the request object is of the wrong type.")
    }
}

extension ParameterName {
    /// The parameters of authorization requests; a request object may contain other members, which are ignored.
    fileprivate static let ofAuthorizationRequest = Set(
        [
            Self.responseType, .clientID, .redirectURI, .responseMode, .scope, .state, .nonce, .codeChallenge,
            .codeChallengeMethod, .prompt, .maxAge, .loginHint, .idTokenHint, .claims, .uiLocales, .claimsLocales,
            .acrValues, .display, .resource, .dpopKeyThumbprint, .registration,
        ].map(\.rawValue)
    )
}
