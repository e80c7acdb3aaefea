import Foundation
import GatehouseJOSE
import GatehouseWire

extension OpenIDAdapter {
    /// Starts the authorization code flow with PKCE (RFC 6749 §4.1, RFC 7636, OpenID Connect Core §3.1).
    func signInPage(for request: SignInRequest) async throws(AuthError) -> AuthorizationPage {
        let server = try await directory.current()
        let endpoint = try server.required(\.authorizationEndpoint, "sign-in")
        let verifier = CodeVerifier(random: connection.randomBytes(32))
        let key = try keys.newKey(for: request, at: server)
        let pending = PendingAuthorization(
            state: Secret(Base64URL.encode(connection.randomBytes(32))),
            verifier: verifier.secret,
            nonce: Secret(Base64URL.encode(connection.randomBytes(32))),
            maxAge: request.options.maxAge.map { Int(max(0, $0.components.seconds)) },
            scopes: request.scopes,
            resources: request.options.resources.isEmpty ? nil : request.options.resources,
            accountID: request.options.accountID,
            proofKey: key,
            deadline: connection.clock.now.addingTimeInterval(PendingAuthorization.lifetime)
        )
        let required = request.options.requiredACRValues
        let supportsClaims = server.claimsParameterSupported == true
        let parameters = AuthorizationRequest(
            clientID: clientID,
            redirectURI: nil,
            scope: request.scopes,
            state: pending.state.reveal(),
            nonce: pending.nonce?.reveal(),
            codeChallenge: PKCE.challenge(for: verifier),
            prompt: request.prompt,
            maxAge: pending.maxAge,
            loginHint: request.options.loginHint,
            idTokenHint: request.options.idTokenHint?.reveal(),
            claims: supportsClaims && !required.isEmpty ? ClaimsRequest(requiring: required) : nil,
            uiLocales: request.options.languages,
            // A server without the parameter `claims` treats the classes as a preference.
            acrValues: supportsClaims ? request.options.acrValues : required + request.options.acrValues,
            resources: request.options.resources,
            dpopKeyThumbprint: try key?.thumbprint
        )
        return AuthorizationPage(pending: pending) { redirectURI in
            var parameters = parameters
            parameters.redirectURI = redirectURI.flatMap { RedirectURI(rawValue: $0.absoluteString) }
            let all = parameters.parameters.adding(request.options.extraParameters)
            return endpoint.appending(query: all.formEncoded)
        }
    }

    func code(of pending: PendingAuthorization, in redirect: URL) async throws(AuthError) -> Secret {
        let server = try await directory.current()
        return try AuthorizationResponse(to: pending.state.reveal(), in: redirect, from: server).requiredCode
    }

    func redeem(_ pending: PendingAuthorization, _ redirect: URL) async throws(AuthError) -> StoredSession {
        let code = try await code(of: pending, in: redirect)
        let tokens = try await redeem(
            .authorizationCode(code, redirectURI: pending.redirectURI, codeVerifier: try pending.codeVerifier),
            for: try await directory.audience(beside: pending.resources),
            proving: pending.proofKey
        )
        return try await storedSession(
            from: tokens,
            requested: pending.scopes,
            for: pending.resources,
            expecting: .init(nonce: pending.nonce?.reveal(), maxAge: pending.maxAge),
            boundTo: pending.proofKey
        )
    }

    /// Sign-in on another device (RFC 8628 §3.1).
    func deviceCode(for request: SignInRequest) async throws(AuthError) -> DeviceCodeGrant {
        let server = try await directory.current()
        let client = authentication(at: server)
        let key = try keys.newKey(at: server)
        let resources = request.options.resources
        let authorization = try await connection.send(
            DeviceAuthorizationEndpoint.self,
            DeviceAuthorizationRequest(scope: request.scopes, client: client.form, resources: resources),
            to: try server.required(\.deviceAuthorizationEndpoint, "sign-in on another device"),
            fields: client.fields
        )
        let lifetime = TimeInterval(authorization.expiresIn)
        return DeviceCodeGrant(
            prompt: DeviceAuthorizationPrompt(authorization, expiresAt: now().addingTimeInterval(lifetime)),
            deadline: connection.clock.now.addingTimeInterval(lifetime),
            interval: authorization.interval,
            poll: { () throws(AuthError) in
                let audience = try await directory.audience(beside: resources)
                let tokens = try await redeem(.deviceCode(authorization.deviceCode), for: audience, proving: key)
                return { () throws(AuthError) in
                    try await storedSession(
                        from: tokens,
                        requested: request.scopes,
                        for: resources,
                        expecting: .init(),
                        boundTo: key
                    )
                }
            }
        )
    }

    /// RP-Initiated Logout §2.
    func signOutPage(
        for request: SignOutRequest
    ) async throws(AuthError) -> @Sendable (_ redirectURI: URL?) -> URL {
        let endpoint = try await directory.current().required(\.endSessionEndpoint, "ending the browser’s session")
        let parameters = EndSessionRequest(
            idTokenHint: request.storedSession.idToken?.reveal(),
            clientID: clientID,
            state: request.state
        )
        return { redirectURI in
            var parameters = parameters
            parameters.postLogoutRedirectURI = redirectURI.flatMap { RedirectURI(rawValue: $0.absoluteString) }
            let all = parameters.parameters.adding(request.extraParameters)
            return endpoint.appending(query: all.formEncoded)
        }
    }
}

extension Parameters {
    /// Returns the parameters followed by extra ones, except those with the name of an existing parameter.
    fileprivate func adding(_ extra: [String: String]) -> Parameters {
        let own = Set(elements.map(\.name))
        let further = extra.filter { !own.contains($0.key) }.sorted { $0.key < $1.key }
        return Parameters(elements + further.map { Element(name: $0.key, value: $0.value) })
    }
}

extension AuthorizationResponse {
    /// Decodes the response to a sign-in with this state.
    ///
    /// - Throws: ``AuthError`` unless the redirect belongs to this request (RFC 6749 §10.12).
    init(to state: String, in redirect: URL) throws(AuthError) {
        do throws(WireError) {
            try self.init(callback: redirect)
        } catch {
            throw .invalidResponse("The redirect is not an authorization response.", underlying: error.message)
        }
        guard let received = self.state, ConstantTime.equal(received, state) else {
            throw .invalidResponse("The redirect belongs to a different sign-in.")
        }
    }

    /// Decodes a response and checks its issuer (RFC 9207 §2.4).
    fileprivate init(to state: String, in redirect: URL, from server: ServerMetadata) throws(AuthError) {
        try self.init(to: state, in: redirect)
        guard issuer == server.issuer || issuer == nil && server.issuerParameterSupported != true else {
            throw .invalidResponse("The redirect comes from a different server.")
        }
    }

    /// The code of a successful response.
    var requiredCode: Secret {
        get throws(AuthError) {
            switch outcome {
            case .code(let code): return code
            case .error(let error): throw OAuthErrorDecoder.error(for: error)
            }
        }
    }
}
