package import HTTPTypes

/// How a client presented itself at an endpoint that authenticates clients (RFC 6749 §2.3).
package enum ClientAuthentication: Sendable, Hashable {
    /// Its identifier alone.
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

    /// Reads the client's authentication from its form and its `Authorization` field; an empty Basic password counts as
    /// none.
    ///
    /// - Throws: `invalid_request` when it used two methods at once or named two clients; `invalid_client` when it did not
    ///   name itself, or the field cannot be read.
    package init(form: ClientCredentials, authorization field: String?) throws(OAuthError) {
        guard let field else {
            guard let clientID = form.clientID else {
                throw OAuthError(.invalidClient, "The client did not identify itself.")
            }
            self = form.clientSecret.map { .post(clientID: clientID, clientSecret: $0) } ?? .none(clientID: clientID)
            return
        }
        guard case .basic(let clientID, let clientSecret)? = try? AuthorizationHeader(field) else {
            throw OAuthError(.invalidClient, "The Authorization field does not hold Basic credentials.")
        }
        guard form.clientID == nil || form.clientID == clientID else {
            throw OAuthError(.invalidRequest, "The form and the Authorization field name two different clients.")
        }
        switch (clientSecret.reveal().isEmpty, form.clientSecret) {
        case (true, nil): self = .none(clientID: clientID)
        case (true, let secret?): self = .post(clientID: clientID, clientSecret: secret)
        case (false, nil): self = .basic(clientID: clientID, clientSecret: clientSecret)
        case (false, _?): throw OAuthError(.invalidRequest, "The client used two methods of authentication.")
        }
    }

    /// The members of the form that this method needs.
    package var form: ClientCredentials {
        switch self {
        case .none(let clientID): ClientCredentials(clientID: clientID)
        case .basic: ClientCredentials()
        case .post(let clientID, let clientSecret): ClientCredentials(clientID: clientID, clientSecret: clientSecret)
        }
    }

    /// The header fields that this method needs.
    package var fields: HTTPFields {
        guard case .basic(let clientID, let clientSecret) = self else { return [:] }
        return [.authorization: AuthorizationHeader.basic(clientID: clientID, clientSecret: clientSecret).encoded]
    }
}
