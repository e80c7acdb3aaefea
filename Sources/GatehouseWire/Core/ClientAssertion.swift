/// A JWT by which a client authenticates itself (RFC 7523 §2.2), not yet verified.
package struct ClientAssertion: Sendable, Hashable {
    /// The JWT.
    package let token: Secret
    /// The client that the assertion claims to be from, its `sub`; verified with the signature only.
    package let clientID: String
    /// The algorithm in the header.
    package let algorithm: SigningAlgorithm

    /// The maximum length of an assertion in bytes; a certificate chain in the header takes a few thousand.
    package static let limit = 16 * 1024

    /// Reads an assertion.
    ///
    /// - Throws: `invalid_client` (RFC 7521 §4.2.1) if it is too long, not a JWT, or does not name a client and an
    ///   algorithm.
    package init(_ token: Secret) throws(OAuthError) {
        let text = token.reveal()
        guard text.utf8.count <= Self.limit, let jwt = UnverifiedJWT(text), let algorithm = jwt.algorithm,
            let clientID = jwt.subject, !clientID.isEmpty
        else {
            throw OAuthError(
                .invalidClient,
                "\(ParameterName.clientAssertion) must be a signed JWT whose sub is the client identifier."
            )
        }
        self.token = token
        self.clientID = clientID
        self.algorithm = algorithm
    }

    /// The method: a symmetric algorithm signs with the client secret, others with a key of the client.
    package var method: ClientAuthenticationMethod {
        algorithm.rawValue.hasPrefix("HS") ? .clientSecretJWT : .privateKeyJWT
    }
}
