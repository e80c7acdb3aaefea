import GatehouseStore
package import GatehouseWire

/// The endpoint `/oauth2/v2.0/authorize-challenge`, which begins the interactions and returns the code at their end.
package struct EntraAuthorizeChallengeHandler: Sendable {
    let flows: NativeFlows
    let clients: EntraClientPolicy
    let tenants: EntraTenants
    let policy: AuthorizationRequestPolicy
    /// The path of the issuer.
    let basePath: String

    /// Processes a request.
    package func challenge(
        _ form: Parameters,
        _ call: EntraInteractionCall
    ) async throws(EntraError) -> EntraAuthorizeChallengeResponse {
        let tenant = try tenants.resolve(call.tenant)
        let request: EntraAuthorizeChallengeRequest
        do { request = try EntraAuthorizeChallengeRequest(parameters: form) } catch { throw EntraError(error) }
        switch request {
        case .start(let start):
            let client = try await clients.admit(Parameters([.clientID: start.clientID]), context: call.context)
            let token = try await begin(start, of: client, call)
            let links = EntraInteractionLinks(tenantPath: "\(basePath)/\(tenant)")
            return .insufficientAuthorization(
                EntraAuthorizeChallengeResponse.Start(
                    continuationToken: EntraInteractionToken(token, of: client.id).secret,
                    signIn: links[.signIn].href,
                    signUp: links[.signUp].href,
                    resetPassword: links[.resetPassword].href
                )
            )
        case .resume(let presented):
            guard let token = EntraInteractionToken(presented) else { throw .invalidInteractionToken }
            guard form[.clientID] == nil || form[.clientID] == token.clientID.rawValue else {
                throw .invalidInteractionToken
            }
            return .code(try await code(token, call))
        }
    }

    /// Stores the authorization request in a flow, which waits for its kind and the username.
    private func begin(
        _ start: EntraAuthorizeChallengeRequest.Start,
        of client: Client,
        _ call: EntraInteractionCall
    ) async throws(EntraError) -> Secret {
        let scopes = try scopes(start.scope, of: client)
        let request = ChallengeAuthorization(scope: scopes, claims: start.claims)
        let authorization: AuthorizationRequest
        do {
            authorization = try await policy.validated(
                request.request(of: client.id.rawValue),
                of: client,
                isNative: true,
                permitsOmittingPKCE: true
            )
        } catch {
            throw EntraError(error)
        }
        do {
            return try await flows.start(
                NativeFlowStart(
                    flow: .signIn,
                    email: nil,
                    capabilities: .interactions,
                    authorization: NativeAuthorizationRequest(authorization, in: .entra)
                ),
                client: client,
                language: call.language,
                context: call.context
            ).token
        } catch {
            throw EntraError(error, client: client)
        }
    }

    /// Returns the requested scopes that a client is registered for.
    private func scopes(_ requested: ScopeSet, of client: Client) throws(EntraError) -> ScopeSet {
        let excess = client.unregisteredScopes(in: requested)
        let granted = requested.intersection(client.scopes)
        guard excess.isEmpty, !granted.isEmpty || requested.isEmpty else {
            throw EntraError(.scopesRejected(excess.isEmpty ? requested : excess), client: client)
        }
        return granted
    }

    private func code(
        _ token: EntraInteractionToken,
        _ call: EntraInteractionCall
    ) async throws(EntraError) -> Secret {
        let client = try await clients.admit(
            Parameters([.clientID: token.clientID.rawValue]),
            context: call.context
        )
        let code: Secret?
        do {
            code = try await flows.submit(
                .redeem,
                token: token.token,
                at: .interaction(issuesCode: true),
                client: client,
                language: call.language,
                context: call.context
            ).code
        } catch {
            throw EntraError(error, client: client, invalidToken: .invalidGrant)
        }
        // A flow of another protocol has no authorization request.
        guard let code else { throw .invalidInteractionToken }
        return code
    }
}

extension EntraError {
    /// The error for a token that this server has not issued for interactions.
    static let invalidInteractionToken = EntraError(
        .invalidGrant,
        EntraErrorNumber.invalidContinuationToken,
        text: "The \(ParameterName.continuationToken) is invalid or was already used."
    )
}

extension NativeCapabilities {
    /// The steps that all clients of interactions support: the protocol has no list of capabilities.
    static let interactions: NativeCapabilities = [.secondFactor, .addressEnrolment]
}
