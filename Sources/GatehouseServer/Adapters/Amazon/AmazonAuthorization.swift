import Foundation
import GatehouseStore
package import GatehouseWire

/// The authorization endpoint `/ap/oa` of Login with Amazon.
package struct AmazonAuthorizationHandler: Sendable {
    let authorization: AuthorizationHandler
    let records: RecordLookup

    /// Processes an authorization request; as in OAuth, errors are never sent to an unregistered redirect URI.
    package func authorize(
        _ parameters: Parameters,
        browser: BrowserContext,
        context: RequestMetadata,
        acceptLanguage: String?
    ) async throws(AuthorizationError) -> AuthorizationDecision {
        let (client, redirectURI) = try await verifyRecipient(parameters)
        do {
            let request = try AmazonAuthorizationRequest(parameters: parameters)
            let own = AuthorizationRequest(
                clientID: request.clientID,
                redirectURI: redirectURI,
                scope: AmazonScopeMapping.own(for: request.scope),
                state: request.state,
                codeChallenge: request.codeChallenge
            )
            try check(own, client)
            // Scopes without a checkbox on the page cannot be declined.
            let optionalScopes =
                request.scopeData?.optionalScopes.intersection(AmazonScopeMapping.amazonScopes(own.scope)) ?? []
            var intent = ValidatedAuthorizationRequest(
                client: client,
                request: own,
                redirectURI: redirectURI,
                requiredAccount: nil,
                rules: .amazon,
                optionalScopes: optionalScopes
            )
            if intent.issuesRefreshTokens(of: client) { intent.scopes.insert(.offlineAccess) }
            let language = Language.negotiate(uiLocales: [], acceptLanguage: acceptLanguage)
            return try await authorization.decide(
                on: own,
                intent: intent,
                client: client,
                language: language,
                browser: browser,
                context: context
            )
        } catch {
            throw .redirect(
                AuthorizationResponse(
                    redirectURI: redirectURI,
                    outcome: .error(error),
                    state: (try? RedirectTarget(parameters: parameters))?.state,
                    issuer: nil,
                    wireProtocol: .amazon
                )
            )
        }
    }

    /// Validates client and redirect URI; errors are shown on a page.
    private func verifyRecipient(_ parameters: Parameters) async throws(AuthorizationError) -> (Client, RedirectURI) {
        do throws(OAuthError) {
            for name in [ParameterName.clientID, .redirectURI] where parameters.all(name).isEmpty {
                throw AmazonError.missing(name)
            }
            guard let recipient = try? RedirectTarget(parameters: parameters) else {
                throw AmazonError.malformed
            }
            guard let client = try await records.client(Client.ID(recipient.clientID)),
                client.isAmazonClient
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
            throw OAuthError(.unauthorizedClient, "The client is not authorized to use this grant type.")
        }
        guard request.codeChallenge != nil || !client.requiresPKCE else {
            throw AmazonError.missing(.codeChallenge)
        }
        try AmazonScopeMapping.check(request.scope, registered: client.scopes)
    }
}

extension AuthorizationRules {
    /// The rules of Login with Amazon, whose codes are documented to expire after five minutes.
    static let amazon = AuthorizationRules(
        wireProtocol: .amazon,
        consentFreeScopes: [.amazonUserID],
        codeLifetime: 5 * 60,
        denial: AmazonError.accessDenied.description,
        own: AmazonScopeMapping.own,
        presented: AmazonScopeMapping.amazonScopes
    )
}

extension ValidatedAuthorizationRequest {
    /// Returns whether the client gets refresh tokens, which Login with Amazon has no scope for.
    ///
    /// Confidential clients and apps on devices do; browser apps do not.
    fileprivate func issuesRefreshTokens(of client: Client) -> Bool {
        client.grantTypes.contains(.refreshToken) && client.scopes.contains(.offlineAccess)
            && (client.isConfidential || redirectURI.scheme != "https")
    }
}

/// The endpoint `/auth/o2/create/codepair`, which starts the device flow of Login with Amazon.
package struct AmazonCodePairHandler: Sendable {
    let devices: DeviceAuthorizationHandler

    /// Processes a device authorization request.
    ///
    /// - Throws: The errors of ``AmazonError``.
    package func codePair(
        _ parameters: Parameters,
        authorization: String?,
        context: RequestMetadata
    ) async throws(OAuthError) -> DeviceAuthorizationResponse {
        let request = try AmazonCodePairRequest(parameters: parameters)
        do throws(OAuthError) {
            let client = try await devices.clients.authenticate(
                request.client,
                authorization: authorization,
                rule: .amazon,
                context: context
            )
            try client.requireAmazonRegistration()
            guard client.grantTypes.contains(.deviceCode) else {
                throw OAuthError(.unauthorizedClient, "The client is not authorized to use this grant type.")
            }
            var scopes = AmazonScopeMapping.own(for: request.scope)
            try AmazonScopeMapping.check(scopes, registered: client.scopes)
            if client.grantTypes.contains(.refreshToken), client.scopes.contains(.offlineAccess) {
                scopes.insert(.offlineAccess)
            }
            var pair = try await devices.begin(ResourcePolicy.Access(scopes: scopes, resources: []), client)
            // Login with Amazon has no verification URI that includes the code.
            pair.verificationURIComplete = nil
            return pair
        } catch {
            throw AmazonError.adapt(error)
        }
    }
}
