package import HTTPTypes

/// The client authentication of a request (RFC 6749 §2.3).
package enum ClientAuthentication: Sendable, Hashable {
    /// The client identifier alone.
    case none(clientID: String)
    /// `client_secret_basic`.
    case basic(clientID: String, clientSecret: Secret)
    /// `client_secret_post`.
    case post(clientID: String, clientSecret: Secret)

    package var clientID: String {
        switch self {
        case .none(let clientID), .basic(let clientID, _), .post(let clientID, _): clientID
        }
    }

    package var clientSecret: Secret? {
        switch self {
        case .none: nil
        case .basic(_, let clientSecret), .post(_, let clientSecret): clientSecret
        }
    }

    package var method: ClientAuthenticationMethod {
        switch self {
        case .none: .none
        case .basic: .clientSecretBasic
        case .post: .clientSecretPost
        }
    }

    /// Reads the client authentication from the form and the `Authorization` header; an empty Basic password counts as
    /// none.
    ///
    /// - Throws: `invalid_request` if two methods are used or two clients are named; `invalid_client` if no client is
    ///   named or the header cannot be read.
    package init(form: ClientCredentials, authorization field: String?) throws(OAuthError) {
        guard let field else {
            guard let clientID = form.clientID else {
                throw OAuthError(.invalidClient, "Client authentication is missing.")
            }
            self = form.clientSecret.map { .post(clientID: clientID, clientSecret: $0) } ?? .none(clientID: clientID)
            return
        }
        guard case .basic(let clientID, let clientSecret)? = try? AuthorizationHeader(field) else {
            throw OAuthError(.invalidClient, "The Authorization header does not contain Basic credentials.")
        }
        guard form.clientID == nil || form.clientID == clientID else {
            throw OAuthError(.invalidRequest, "client_id does not match the Authorization header.")
        }
        switch (clientSecret.reveal().isEmpty, form.clientSecret) {
        case (true, nil): self = .none(clientID: clientID)
        case (true, let secret?): self = .post(clientID: clientID, clientSecret: secret)
        case (false, nil): self = .basic(clientID: clientID, clientSecret: clientSecret)
        case (false, _?): throw OAuthError(.invalidRequest, "Only one authentication method may be used per request.")
        }
    }

    /// The form parameters of this method.
    package var form: ClientCredentials {
        switch self {
        case .none(let clientID): ClientCredentials(clientID: clientID)
        case .basic: ClientCredentials()
        case .post(let clientID, let clientSecret): ClientCredentials(clientID: clientID, clientSecret: clientSecret)
        }
    }

    /// The header fields of this method.
    package var fields: HTTPFields {
        guard case .basic(let clientID, let clientSecret) = self else { return [:] }
        return [.authorization: AuthorizationHeader.basic(clientID: clientID, clientSecret: clientSecret).encoded]
    }
}

/// A client's identifier and secret as form parameters (RFC 6749 §2.3.1).
package struct ClientCredentials: Sendable, Hashable {
    package var clientID: String?
    package var clientSecret: Secret?

    package init(clientID: String? = nil, clientSecret: Secret? = nil) {
        self.clientID = clientID
        self.clientSecret = clientSecret
    }

    package init(parameters: Parameters) throws(OAuthError) {
        clientID = try parameters.optional(.clientID)
        clientSecret = try parameters.optional(.clientSecret).map(Secret.init)
    }

    package func append(to parameters: inout Parameters) {
        parameters.append(.clientID, clientID)
        parameters.append(.clientSecret, clientSecret?.reveal())
    }
}
