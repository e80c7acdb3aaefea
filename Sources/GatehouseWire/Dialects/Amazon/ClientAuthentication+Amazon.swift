extension ClientAuthentication {
    /// Every way in which a client of Login with Amazon presented itself: by Basic, in the body, or both at once.
    ///
    /// An empty secret counts as none.
    ///
    /// - Throws: `invalid_client` when it did not name itself, named two clients, or the `Authorization` field cannot be read.
    package static func amazon(
        form: ClientCredentials,
        authorization field: String?
    ) throws(OAuthError) -> [ClientAuthentication] {
        var presented: [ClientAuthentication] = []
        if let field {
            guard case .basic(let clientID, let secret)? = try? AuthorizationHeader(field),
                form.clientID == nil || form.clientID == clientID
            else { throw AmazonError.invalidClient }
            presented.append(
                secret.reveal().isEmpty ? .none(clientID: clientID) : .basic(clientID: clientID, clientSecret: secret)
            )
        }
        if let clientID = form.clientID ?? presented.first?.clientID {
            if let secret = form.clientSecret {
                presented.append(.post(clientID: clientID, clientSecret: secret))
            } else if presented.isEmpty {
                presented.append(.none(clientID: clientID))
            }
        }
        guard !presented.isEmpty else { throw AmazonError.invalidClient }
        return presented
    }
}
