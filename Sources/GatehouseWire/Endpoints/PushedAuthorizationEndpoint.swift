package import HTTPTypes

/// The pushed authorization request endpoint (RFC 9126 §2).
package enum PushedAuthorizationEndpoint: Endpoint {
    package typealias Request = PushedAuthorizationRequest
    package typealias Response = PushedAuthorizationResponse

    package static let method = HTTPRequest.Method.post
    package static let path = "/oauth2/par"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .unsupportedResponseType, .invalidScope, .invalidTarget,
        .invalidRequestObject, .requestNotSupported, .registrationNotSupported, .unmetAuthenticationRequirements,
        .invalidDPoPProof, .useDPoPNonce, .serverError, .temporarilyUnavailable,
    ]
}

/// A pushed authorization request (RFC 9126 §2.1): an authorization request with client authentication.
package struct PushedAuthorizationRequest: WireRequest, Hashable {
    /// The client as named in the form; an `Authorization` header is read separately.
    package var client: ClientCredentials
    /// The parameters of the authorization request, or the request object that contains them.
    package var authorization: Parameters

    package init(_ request: AuthorizationRequest, client: ClientCredentials = ClientCredentials()) {
        self.client = client
        authorization = request.parameters
    }

    /// Reads the request; the parameters of the authorization request are not checked, because a request object may
    /// replace them.
    ///
    /// - Throws: `invalid_request` for a `request_uri`, which must not be pushed (RFC 9126 §2.1), and for repeated or
    ///   overlong credentials.
    package init(parameters: Parameters) throws(OAuthError) {
        guard parameters.all(.requestURI).isEmpty else {
            throw OAuthError(.invalidRequest, "The parameter \(ParameterName.requestURI) must not be pushed.")
        }
        client = try ClientCredentials(parameters: parameters)
        authorization = parameters
        for name in Self.credentials { authorization.set(name, nil) }
    }

    /// The parameters that authenticate the client and are not part of the authorization request.
    private static let credentials: [ParameterName] = [.clientSecret, .clientAssertion, .clientAssertionType]

    package var parameters: Parameters {
        var parameters = authorization
        parameters.set(.clientID, client.clientID ?? authorization[.clientID])
        var rest = client
        rest.clientID = nil
        rest.append(to: &parameters)
        return parameters
    }
}

/// A pushed authorization response (RFC 9126 §2.2).
package struct PushedAuthorizationResponse: JSONResponse, Hashable {
    package var requestURI: RequestURI
    /// The number of seconds until the request expires.
    package var expiresIn: Int

    package init(requestURI: RequestURI, expiresIn: Int) {
        self.requestURI = requestURI
        self.expiresIn = expiresIn
    }

    package var status: HTTPResponse.Status { .created }

    private enum CodingKeys: String, CodingKey {
        case requestURI = "request_uri"
        case expiresIn = "expires_in"
    }
}

/// A reference to a pushed authorization request (RFC 9126 §2.2).
package struct RequestURI: Sendable, Hashable, RawRepresentable, Codable {
    package static let prefix = "urn:ietf:params:oauth:request_uri:"
    private static let limit = 512

    package let rawValue: String

    /// Creates a reference from its URI; `nil` for other URIs, whose content the server does not fetch.
    package init?(rawValue: String) {
        guard rawValue.utf8.starts(with: Self.prefix.utf8), rawValue.utf8.count <= Self.limit,
            rawValue.utf8.dropFirst(Self.prefix.utf8.count).allSatisfy(CodeVerifier.isUnreserved),
            rawValue.utf8.count > Self.prefix.utf8.count
        else { return nil }
        self.rawValue = rawValue
    }

    /// Creates the URI of a random reference.
    package init(reference: String) {
        precondition(reference.utf8.allSatisfy(CodeVerifier.isUnreserved), "A reference has unreserved characters.")
        rawValue = Self.prefix + reference
    }

    /// The reference, which only its client may redeem.
    package var reference: Secret { Secret(String(rawValue.dropFirst(Self.prefix.count))) }
}
