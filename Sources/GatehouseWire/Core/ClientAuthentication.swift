package import HTTPTypes

/// The client authentication of a request (RFC 6749 §2.3).
package enum ClientAuthentication: Sendable, Hashable {
    /// The client identifier alone.
    case none(clientID: String)
    /// `client_secret_basic`.
    case basic(clientID: String, clientSecret: Secret)
    /// `client_secret_post`.
    case post(clientID: String, clientSecret: Secret)
    /// `private_key_jwt` or `client_secret_jwt`.
    case assertion(ClientAssertion)

    package var clientID: String {
        switch self {
        case .none(let clientID), .basic(let clientID, _), .post(let clientID, _): clientID
        case .assertion(let assertion): assertion.clientID
        }
    }

    package var clientSecret: Secret? {
        switch self {
        case .none, .assertion: nil
        case .basic(_, let clientSecret), .post(_, let clientSecret): clientSecret
        }
    }

    /// The assertion, which the server has to verify.
    package var assertion: ClientAssertion? {
        if case .assertion(let assertion) = self { assertion } else { nil }
    }

    package var method: ClientAuthenticationMethod {
        switch self {
        case .none: .none
        case .basic: .clientSecretBasic
        case .post: .clientSecretPost
        case .assertion(let assertion): assertion.method
        }
    }

    /// Reads the client authentication from the form and the `Authorization` header; an empty Basic password counts as
    /// none.
    ///
    /// - Throws: `invalid_request` if two methods are used or two clients are named; `invalid_client` if no client is
    ///   named, or the header or the assertion cannot be read.
    package init(form: ClientCredentials, authorization field: String?) throws(OAuthError) {
        let header = try field.map { field throws(OAuthError) in try Self.basic(field, form) }
        let hasHeaderSecret = header?.clientSecret != nil
        let methods = [hasHeaderSecret, form.clientSecret != nil, form.clientAssertion != nil]
        guard methods.count(where: \.self) <= 1 else {
            throw OAuthError(.invalidRequest, "Only one authentication method may be used per request.")
        }
        let clientID = header?.clientID ?? form.clientID
        if let assertion = try form.assertion() {
            // RFC 7521 §4.2: the client identifier is optional, and must identify the client of the assertion.
            guard clientID.map({ $0.utf8.elementsEqual(assertion.clientID.utf8) }) ?? true else {
                throw OAuthError(
                    .invalidClient,
                    "\(ParameterName.clientID) does not match the subject of the client assertion."
                )
            }
            self = .assertion(assertion)
        } else if let header, hasHeaderSecret {
            self = header
        } else {
            guard let clientID else { throw OAuthError(.invalidClient, "Client authentication is missing.") }
            self = form.clientSecret.map { .post(clientID: clientID, clientSecret: $0) } ?? .none(clientID: clientID)
        }
    }

    /// Reads the header, whose client must be that of the form.
    private static func basic(_ field: String, _ form: ClientCredentials) throws(OAuthError) -> Self {
        guard case .basic(let clientID, let clientSecret)? = try? AuthorizationHeader(field) else {
            throw OAuthError(.invalidClient, "The Authorization header does not contain Basic credentials.")
        }
        guard form.clientID == nil || form.clientID == clientID else {
            throw OAuthError(.invalidRequest, "client_id does not match the Authorization header.")
        }
        return clientSecret.reveal().isEmpty
            ? .none(clientID: clientID) : .basic(clientID: clientID, clientSecret: clientSecret)
    }

    /// The form parameters of this method.
    package var form: ClientCredentials {
        switch self {
        case .none(let clientID): ClientCredentials(clientID: clientID)
        case .basic: ClientCredentials()
        case .post(let clientID, let clientSecret): ClientCredentials(clientID: clientID, clientSecret: clientSecret)
        case .assertion(let assertion):
            ClientCredentials(clientAssertion: assertion.token, clientAssertionType: .jwtBearer)
        }
    }

    /// The header fields of this method.
    package var fields: HTTPFields {
        guard case .basic(let clientID, let clientSecret) = self else { return [:] }
        return [.authorization: AuthorizationHeader.basic(clientID: clientID, clientSecret: clientSecret).encoded]
    }
}

/// A client's identifier and secret or assertion as form parameters (RFC 6749 §2.3.1, RFC 7521 §4.2).
package struct ClientCredentials: Sendable, Hashable {
    package var clientID: String?
    package var clientSecret: Secret?
    package var clientAssertion: Secret?
    package var clientAssertionType: ClientAssertionType?

    package init(
        clientID: String? = nil,
        clientSecret: Secret? = nil,
        clientAssertion: Secret? = nil,
        clientAssertionType: ClientAssertionType? = nil
    ) {
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.clientAssertion = clientAssertion
        self.clientAssertionType = clientAssertionType
    }

    package init(parameters: Parameters) throws(OAuthError) {
        clientID = try parameters.optional(.clientID)
        clientSecret = try parameters.optional(.clientSecret).map(Secret.init)
        clientAssertion = try parameters.optional(.clientAssertion, limit: ClientAssertion.limit).map(Secret.init)
        clientAssertionType = try parameters.optional(.clientAssertionType, limit: 256).map(ClientAssertionType.init)
    }

    /// Returns the assertion, or `nil` if there is none.
    ///
    /// - Throws: `invalid_request` if only one of assertion and type is present; `invalid_client` for an unsupported
    ///   type and an unreadable assertion.
    func assertion() throws(OAuthError) -> ClientAssertion? {
        switch (clientAssertion, clientAssertionType) {
        case (nil, nil): return nil
        case (nil, _?): throw .missing(.clientAssertion)
        case (_?, nil): throw .missing(.clientAssertionType)
        case (let token?, .jwtBearer?): return try ClientAssertion(token)
        case (_?, _?):
            throw OAuthError(
                .invalidClient,
                "Unsupported \(ParameterName.clientAssertionType). Supported: \(ClientAssertionType.jwtBearer)."
            )
        }
    }

    package func append(to parameters: inout Parameters) {
        parameters.append(.clientID, clientID)
        parameters.append(.clientSecret, clientSecret?.reveal())
        parameters.append(.clientAssertionType, clientAssertionType?.rawValue)
        parameters.append(.clientAssertion, clientAssertion?.reveal())
    }
}
