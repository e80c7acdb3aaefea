import GatehouseStore
package import GatehouseWire

/// `/ap/oa`: a request of Login with Amazon becomes one of the engine.
package struct AmazonAuthorizationHandler: Sendable {
    let authorization: AuthorizationHandler

    /// Answers one request; as in OAuth, nothing is sent to an address that is not the client's.
    package func authorize(
        _ parameters: Parameters,
        browser: BrowserContext,
        context: RequestContext,
        acceptLanguage: String?
    ) async throws(AuthorizationError) -> AuthorizationOutcome {
        let (client, redirectURI) = try await verifyRecipient(parameters)
        do {
            let request = try AmazonAuthorizationRequest(parameters: parameters)
            let own = AuthorizationRequest(
                clientID: request.clientID,
                redirectURI: redirectURI,
                scope: AmazonScopes.own(for: request.scope),
                state: request.state,
                codeChallenge: request.codeChallenge
            )
            try check(own, client)
            // What the page shows no box for cannot be left out.
            let voluntary = request.scopeData?.voluntary.intersection(AmazonScopes.shown(own.scope)) ?? []
            var intent = AuthorizationIntent(
                client: client,
                request: own,
                redirectURI: redirectURI,
                requiredAccount: nil,
                dialect: .amazon,
                voluntary: voluntary
            )
            if intent.assuresRefreshTokens(of: client) { intent.scopes.insert(.offlineAccess) }
            let language = Language.negotiate(uiLocales: [], acceptLanguage: acceptLanguage)
            return try await authorization.decide(own, intent, client, language, browser, context)
        } catch {
            throw .redirect(
                AuthorizationResponse(
                    redirectURI: redirectURI,
                    outcome: .error(error),
                    state: (try? AuthorizationRecipient(parameters: parameters))?.state,
                    issuer: nil,
                    dialect: .amazon
                )
            )
        }
    }

    /// What is wrong here only a page can say.
    private func verifyRecipient(_ parameters: Parameters) async throws(AuthorizationError) -> (Client, RedirectURI) {
        do throws(OAuthError) {
            for name in [ParameterName.clientID, .redirectURI] where parameters.all(name).isEmpty {
                throw AmazonError.missing(name)
            }
            guard let recipient = try? AuthorizationRecipient(parameters: parameters) else {
                throw AmazonError.malformed
            }
            guard let client = try await authorization.core.client(Client.ID(recipient.clientID)), client.isOfAmazon
            else { throw AmazonError.unknownClient }
            let policy = RedirectPolicy(registered: client.redirectURIs)
            guard let redirectURI = try? policy.resolve(recipient.redirectURI) else {
                throw AmazonError.badRedirectURI
            }
            guard parameters[.responseType] != ResponseType.token.rawValue else { throw AmazonError.implicitGrant }
            return (client, redirectURI)
        } catch {
            throw .page(error)
        }
    }

    private func check(_ request: AuthorizationRequest, _ client: Client) throws(OAuthError) {
        guard client.grantTypes.contains(.authorizationCode) else {
            throw OAuthError(.unauthorizedClient, "The client is not registered for the authorization code grant.")
        }
        guard request.codeChallenge != nil || !client.requiresPKCE else {
            throw AmazonError.missing(.codeChallenge)
        }
        try AmazonScopes.check(request.scope, registered: client.scopes)
    }
}

extension AuthorizationIntent {
    /// Whether the client gets refresh tokens, for which nobody asks in Login with Amazon: one with a secret does, and so does an app on a
    /// device; a page in a browser does not.
    fileprivate func assuresRefreshTokens(of client: Client) -> Bool {
        client.grantTypes.contains(.refreshToken) && client.scopes.contains(.offlineAccess)
            && (client.isConfidential || redirectURI.scheme != "https")
    }
}
