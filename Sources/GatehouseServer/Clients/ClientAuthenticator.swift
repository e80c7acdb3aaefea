package import GatehouseStore
package import GatehouseWire

/// Makes sure that a client is who it says it is (RFC 6749 §2.3), before anything else of its request is looked at.
///
/// A client authenticates by the method it is registered for and by no other. A try that fails leaves no trace: it does not spend
/// the code or the token that came with it.
package struct ClientAuthenticator: Sendable {
    let core: ServerCore

    package init(core: ServerCore) {
        self.core = core
    }

    /// The client that made a request, counted against its limit.
    ///
    /// Only now: what somebody says who is not the client must not use up the client's share. See ``RateLimiter/Subject``.
    ///
    /// - Parameters:
    ///   - form: The client's part of the form.
    ///   - authorization: The `Authorization` field, if there was one.
    ///   - dialect: In Login with Amazon a secret may come by Basic, in the body, or both, whatever the client is registered for.
    ///   - context: Who asks.
    /// - Returns: The client as it is registered.
    /// - Throws: `invalid_client` (401 with a challenge, RFC 9110 §15.5.2) for an unknown client, a wrong method
    ///   and a wrong secret alike; `invalid_request` for two methods at once; 429 when the client has used up its limit.
    package func authenticate(
        _ form: ClientCredentials,
        authorization: String?,
        dialect: Dialect = .openID,
        context: RequestContext
    ) async throws(OAuthError) -> Client {
        let client = try await identify(form, authorization: authorization, dialect)
        try count(client, context: context)
        return client
    }

    /// Counts a request of a client against its limit.
    func count(_ client: Client, context: RequestContext) throws(OAuthError) {
        try core.limiter.count(
            client.isConfidential ? .client(client.id) : .publicClient(client.id, address: context.address),
            at: core.now
        )
    }

    private func identify(
        _ form: ClientCredentials,
        authorization: String?,
        _ dialect: Dialect
    ) async throws(OAuthError) -> Client {
        do throws(OAuthError) {
            let presented =
                switch dialect {
                case .openID, .entra, .kii: [try ClientAuthentication(form: form, authorization: authorization)]
                case .amazon: try ClientAuthentication.amazon(form: form, authorization: authorization)
                }
            let client = try await core.knownClient(Client.ID(presented[0].clientID))
            guard let client, presented.allSatisfy({ Self.isAuthentic($0, client, dialect) }) else {
                throw OAuthError(
                    .invalidClient,
                    "The client is unknown, its secret is wrong, or it is registered for another method of authentication."
                )
            }
            return client
        } catch {
            throw challenged(error)
        }
    }

    /// The same, for endpoints that public clients may not use.
    package func authenticateConfidential(
        _ form: ClientCredentials,
        authorization: String?,
        context: RequestContext
    ) async throws(OAuthError) -> Client {
        let client = try await authenticate(form, authorization: authorization, context: context)
        guard client.isConfidential else {
            throw challenged(
                OAuthError(.invalidClient, "Only a client that authenticates with a secret may ask this.")
            )
        }
        return client
    }

    private static func isAuthentic(
        _ presented: ClientAuthentication,
        _ client: Client,
        _ dialect: Dialect
    ) -> Bool {
        // Login with Amazon lets a client choose how it sends its secret, but not whether it proves who it is.
        let methods: Set<ClientAuthenticationMethod> = [presented.method, client.tokenEndpointAuthMethod]
        guard methods.count == 1 || dialect == .amazon && methods == [.clientSecretBasic, .clientSecretPost] else {
            return false
        }
        switch (presented.clientSecret, client.secretHash) {
        case (nil, nil): return true
        case (let secret?, let hash?): return Secret(hash).matches(OpaqueToken.hash(of: secret.reveal()))
        default: return false
        }
    }

    private func challenged(_ error: OAuthError) -> OAuthError {
        guard error.code == .invalidClient else { return error }
        var error = error
        error.challenge = WWWAuthenticate(.basic, realm: core.settings.issuer)
        return error
    }
}

extension Client {
    /// Whether the client can keep a secret, and has one (RFC 6749 §2.1).
    package var isConfidential: Bool { tokenEndpointAuthMethod != .none && secretHash != nil }
}
