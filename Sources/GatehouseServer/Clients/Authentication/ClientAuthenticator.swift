import Foundation
package import GatehouseStore
package import GatehouseWire

/// Authenticates clients (RFC 6749 §2.3) before the rest of a request is processed.
///
/// A client may send its secret by HTTP Basic or in the form, whichever of both is registered. A client that signs
/// assertions can use no other method. A failed attempt does not consume the code or token of the request.
package struct ClientAuthenticator: Sendable {
    let issuer: String
    let records: RecordLookup
    let lookup: ClientLookup
    let requests: RequestLimiter
    let assertions: ClientAssertionVerifier
    let environment: ServerEnvironment

    /// Authenticates the client of a request and counts the request against the client's limit.
    ///
    /// Requests count only after authentication, so that others cannot use up the client's limit. See
    /// ``RateLimiter/Subject``.
    ///
    /// - Parameters:
    ///   - form: The client credentials of the form.
    ///   - authorization: The value of the `Authorization` field.
    ///   - rule: The protocol's rule for client credentials.
    ///   - context: The request.
    /// - Returns: The registered client.
    /// - Throws: `invalid_client` (401 with a challenge, RFC 9110 §15.5.2) for an unknown client, a missing secret and
    ///   an incorrect secret alike, and for an assertion that was used before, unless the rule lets it be repeated;
    ///   `invalid_request` for two methods at once; 429 if the client's limit is exhausted.
    package func authenticate(
        _ form: ClientCredentials,
        authorization: String?,
        rule: ClientAuthenticationRule = .oneMethod,
        context: RequestMetadata
    ) async throws(OAuthError) -> Client {
        let (client, uses) = try await identify(form, authorization: authorization, rule: rule, context: context)
        try await record(uses.filter { !(rule.allowsRepeatedAssertions && $0.isForOneEndpoint) }, context)
        // The request counts for the client instead of its address.
        if client.hasOwnLimit, let address = context.address {
            requests.limiter.undoCount(.address(address), at: environment.now)
        }
        try requests.countRequest(of: client, context)
        return client
    }

    /// Returns whether a request from an address that has used up its limit holds the secret or an assertion of a
    /// confidential client that an operator vouches for.
    ///
    /// Attempts that fail are counted per address and bounded as its requests are, or guessing would have no limit. An
    /// assertion is not used up by this, so that the request can be served.
    ///
    /// - Parameters:
    ///   - authorization: The `Authorization` field, if there was one.
    ///   - rule: The protocol's rule for client credentials.
    ///   - context: The request.
    ///   - form: Reads the form of the request; not called once the attempts are used up.
    /// - Returns: `true` for a right secret or assertion; `false` for every other request, whatever is wrong with it.
    package func provesSecret(
        authorization: String?,
        rule: ClientAuthenticationRule,
        context: RequestMetadata,
        form: () throws(OAuthError) -> Parameters
    ) async -> Bool {
        guard let address = context.address else { return false }
        do throws(OAuthError) {
            try requests.limiter.count(.secrets(address: address), at: environment.now)
            let credentials = try ClientCredentials(parameters: try form())
            let (client, _) = try await identify(
                credentials,
                authorization: authorization,
                rule: rule,
                context: context
            )
            guard client.hasOwnLimit else { return false }
        } catch {
            return false
        }
        requests.limiter.undoCount(.secrets(address: address), at: environment.now)
        return true
    }

    /// Returns the client whose credentials the request holds, and the uses of assertions to record.
    private func identify(
        _ form: ClientCredentials,
        authorization: String?,
        rule: ClientAuthenticationRule,
        context: RequestMetadata
    ) async throws(OAuthError) -> (client: Client, uses: [AssertionUse]) {
        do throws(OAuthError) {
            let presented = try rule.credentials(form, authorization)
            guard let id = presented.first?.clientID, let client = try await lookup.cachedClient(Client.ID(id)) else {
                throw Self.failed
            }
            var uses: [AssertionUse] = []
            for credentials in presented {
                if let assertion = credentials.assertion {
                    let use = try await assertions.verify(assertion, of: client, receivedAt: context.path)
                    guard let use else { throw Self.failed }
                    uses.append(use)
                } else {
                    guard isAuthentic(credentials, client) else { throw Self.failed }
                }
            }
            return (client, uses)
        } catch {
            throw addingChallenge(error)
        }
    }

    private static let failed = OAuthError(.invalidClient, "Client authentication failed.")

    /// Records that assertions were used, on all nodes.
    private func record(_ uses: [AssertionUse], _ context: RequestMetadata) async throws(OAuthError) {
        guard !uses.isEmpty else { return }
        let now = environment.now
        guard try await records.firstConflict(committing: uses.map { $0.change(at: now) }) != nil else { return }
        // A replay counts as an attempt, or it would let an address exceed its limit for as long as the assertion
        // lives.
        if let address = context.address { try? requests.limiter.count(.secrets(address: address), at: now) }
        throw addingChallenge(
            OAuthError(.invalidClient, "The client assertion was used before. Each request requires a new one.")
        )
    }

    /// Authenticates a confidential client, for endpoints that public clients must not use.
    package func authenticateConfidential(
        _ form: ClientCredentials,
        authorization: String?,
        context: RequestMetadata
    ) async throws(OAuthError) -> Client {
        let client = try await authenticate(form, authorization: authorization, context: context)
        guard client.isConfidential else {
            throw addingChallenge(
                OAuthError(.invalidClient, "This request requires a confidential client.")
            )
        }
        return client
    }

    private func isAuthentic(_ presented: ClientAuthentication, _ client: Client) -> Bool {
        guard let secret = presented.clientSecret else {
            return client.tokenEndpointAuthMethod == .none && client.secretHash == nil
        }
        return client.accepts(secret, at: environment.now)
    }

    private func addingChallenge(_ error: OAuthError) -> OAuthError {
        guard error.code == .invalidClient else { return error }
        var error = error
        error.challenge = WWWAuthenticate(.basic, realm: issuer)
        return error
    }
}

/// A protocol's rule for the client credentials of a request.
package struct ClientAuthenticationRule: Sendable {
    /// Returns the credentials in the form and the `Authorization` field: at least one, all of the same client, and
    /// each of them must be correct.
    let credentials: @Sendable (ClientCredentials, String?) throws(OAuthError) -> [ClientAuthentication]
    /// Whether an assertion whose only audience is the receiving endpoint authenticates several requests, until it
    /// expires.
    var allowsRepeatedAssertions = false

    /// Allows one authentication method per request (RFC 6749 §2.3).
    package static let oneMethod = ClientAuthenticationRule { form, authorization throws(OAuthError) in
        [try ClientAuthentication(form: form, authorization: authorization)]
    }
}
