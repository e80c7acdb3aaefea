/// A client's identifier and secret as members of a form (RFC 6749 §2.3.1).
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
