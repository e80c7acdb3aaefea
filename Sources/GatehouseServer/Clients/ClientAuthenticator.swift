import Foundation
package import GatehouseStore
package import GatehouseWire

/// Makes sure that a client is who it says it is (RFC 6749 §2.3), before anything else of its request is looked at.
///
/// A client with a secret sends it by Basic or in the form, whichever its library does; the registered method only says
/// what it is expected to do. A failed attempt does not spend the code or the token that came with
/// it.
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
    ///   - dialect: In Login with Amazon the secret may come by Basic and in the body at once.
    ///   - context: Who asks.
    /// - Returns: The client as it is registered.
    /// - Throws: `invalid_client` (401 with a challenge, RFC 9110 §15.5.2) for an unknown client, a missing secret
    ///   and a wrong secret alike; `invalid_request` for two methods at once; 429 when the client has used up its limit.
    package func authenticate(
        _ form: ClientCredentials,
        authorization: String?,
        dialect: Dialect = .openID,
        context: RequestContext
    ) async throws(OAuthError) -> Client {
        let client = try await identify(form, authorization: authorization, dialect)
        // An authenticated client has a limit of its own, so the request does not count for its address.
        if client.isConfidential, let address = context.address {
            core.limiter.takeBack(.address(address), at: core.now)
        }
        try count(client, context: context)
        return client
    }

    /// Counts a request of a client against its limit.
    func count(_ client: Client, context: RequestContext) throws(OAuthError) {
        try core.countRequest(of: client, context)
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
            guard let client, presented.allSatisfy({ isAuthentic($0, client) }) else {
                throw OAuthError(
                    .invalidClient,
                    "The client is unknown, or its secret is missing, wrong or sent by a public client."
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

    private func isAuthentic(_ presented: ClientAuthentication, _ client: Client) -> Bool {
        guard let secret = presented.clientSecret else {
            return client.tokenEndpointAuthMethod == .none && client.secretHash == nil
        }
        return client.accepts(secret, at: core.now)
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

    /// Returns whether a secret is the client's current one, or the previous one during its overlap.
    ///
    /// Compares both in constant time.
    fileprivate func accepts(_ secret: Secret, at now: Date) -> Bool {
        guard isConfidential, let secretHash else { return false }
        let hash = OpaqueToken.hash(of: secret.reveal())
        let isCurrent = Secret(secretHash).matches(hash)
        let isPrevious = previousSecret.map { Secret($0.hash).matches(hash) && now < $0.expiresAt } ?? false
        return isCurrent || isPrevious
    }
}
