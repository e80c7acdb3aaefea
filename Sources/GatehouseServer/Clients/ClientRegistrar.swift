import Foundation
package import GatehouseStore
package import GatehouseWire

/// Registers clients.
package struct ClientRegistrar: Sendable {
    let core: ServerCore

    package init(core: ServerCore) {
        self.core = core
    }

    /// Registers a client.
    ///
    /// - Returns: What its developer needs. The secret is in here and never again: only its hash is kept.
    /// - Throws: `invalid_redirect_uri` or `invalid_client_metadata` (RFC 7591 §3.2.2).
    package func register(
        _ registration: ClientRegistration,
        context: RequestContext
    ) async throws(OAuthError) -> ClientInformation {
        try RegistrationPolicy().check(registration)
        try await checkAccepted(registration.kii?.accepts ?? [])
        let secret = registration.kind == .confidential ? OpaqueToken(random: core.environment.random) : nil
        let key = registration.kii.map { $0.appKey ?? OpaqueToken(random: core.environment.random).secret }
        let adminSecret =
            registration.kii?.hasAdministrator == true ? OpaqueToken(random: core.environment.random) : nil
        let client = Client(
            id: registration.id ?? core.newID(),
            name: registration.name,
            logoURI: registration.logoURI,
            termsOfServiceURI: registration.termsOfServiceURI,
            policyURI: registration.policyURI,
            secretHash: secret?.hash,
            tokenEndpointAuthMethod: secret == nil ? .none : registration.authenticationMethod,
            redirectURIs: registration.redirectURIs,
            postLogoutRedirectURIs: registration.postLogoutRedirectURIs,
            grantTypes: registration.grantTypes,
            scopes: registration.scopes ?? Self.usualScopes(of: registration),
            requiresPKCE: registration.requiresPKCE,
            mayOmitRedirectURI: registration.mayOmitRedirectURI,
            idTokenAlgorithm: registration.idTokenAlgorithm,
            skipsConsent: registration.skipsConsent || registration.native != nil || registration.kii != nil,
            attributes: registration.attributes,
            native: registration.native,
            kii: Self.kii(registration, key, adminSecret),
            refreshRecovery: registration.refreshRecovery ?? registration.usualRefreshRecovery,
            createdAt: core.now
        )
        let changes = [.client(.insert(client)), core.audit(.clientCreated, context, client: client.id)]
        guard try await core.conflict(committing: changes) == nil else {
            throw OAuthError(.invalidClientMetadata, "A client \(client.id) exists already. Choose another identifier.")
        }
        var information = client.information(secret: secret?.secret)
        information.kiiAppKey = key
        information.kiiAdminSecret = adminSecret?.secret
        return information
    }

    /// Has a client ask people for other data at sign-up; what accounts hold already stays.
    ///
    /// - Returns: Whether there is such a client; one that asks for just that is left as it is.
    /// - Throws: `invalid_client_metadata`, with what to change.
    package func setAttributes(
        _ attributes: [ClientAttribute],
        of id: Client.ID,
        context: RequestContext
    ) async throws(OAuthError) -> Bool {
        try RegistrationPolicy().checkAttributes(attributes)
        let found = try await core.client(id)
        guard var client = found else { return false }
        guard client.attributes != attributes else { return true }
        client.attributes = attributes
        let changes = [.client(.update(client)), core.audit(.clientUpdated, context, client: id)]
        return try await core.conflict(committing: changes) == nil
    }

    /// Has a client sign people in on pages of its own in another way, or no longer.
    ///
    /// Such an app is the operator's own: people are not asked for consent. Once it is none any more, they are.
    ///
    /// - Returns: The client as it is now, `nil` if there is none; one that is so already is left as it is.
    /// - Throws: `invalid_client_metadata`, with what to change.
    package func setNative(
        _ native: NativeAuthentication?,
        of id: Client.ID,
        context: RequestContext
    ) async throws(OAuthError) -> Client? {
        let found = try await core.client(id)
        guard var client = found else { return nil }
        try RegistrationPolicy().check(native, of: client)
        guard client.native != native else { return client }
        if (client.native == nil) != (native == nil) { client.skipsConsent = native != nil }
        client.native = native
        let changes = [.client(.update(client)), core.audit(.clientUpdated, context, client: id)]
        return try await core.conflict(committing: changes) == nil ? client : nil
    }

    /// Has an app of Kii work in another way; tokens of its users keep their time, and those of its administrator end with the secret.
    ///
    /// - Returns: The client as it is now, with the secret of its administrator if one was made; `nil` if there is no such app.
    /// - Throws: `invalid_client_metadata`, with what to change.
    package func updateKii(
        _ update: KiiUpdate,
        of id: Client.ID,
        context: RequestContext
    ) async throws(OAuthError) -> ClientInformation? {
        let found = try await core.client(id)
        guard var client = found, var kii = client.kii else { return nil }
        let adminSecret = update.hasAdministrator == true ? OpaqueToken(random: core.environment.random) : nil
        kii.tokenLifetime = update.tokenLifetime ?? kii.tokenLifetime
        kii.accepts = update.accepts ?? kii.accepts
        kii.revealsAccounts = update.revealsAccounts ?? kii.revealsAccounts
        if let hasAdministrator = update.hasAdministrator {
            kii.adminSecretHash = hasAdministrator ? adminSecret?.hash : nil
        }
        if let hasRefreshTokens = update.hasRefreshTokens {
            client.grantTypes.removeAll { $0 == .refreshToken }
            client.scopes.remove(.offlineAccess)
            if hasRefreshTokens {
                client.grantTypes.append(.refreshToken)
                client.scopes.insert(.offlineAccess)
            }
        }
        client.kii = kii
        try RegistrationPolicy().check(kii)
        try await checkAccepted(update.accepts ?? [])
        let changes = [.client(.update(client)), core.audit(.clientUpdated, context, client: id)]
        guard try await core.conflict(committing: changes) == nil else { return nil }
        var information = client.information()
        information.kiiAdminSecret = adminSecret?.secret
        return information
    }

    /// A slip in an identifier would show as tokens that are refused, long after.
    private func checkAccepted(_ clients: [Client.ID]) async throws(OAuthError) {
        for id in clients where try await core.client(id) == nil {
            throw OAuthError(
                .invalidClientMetadata,
                "There is no client \(id) whose tokens could be accepted. Register it first."
            )
        }
    }

    private static func kii(
        _ registration: ClientRegistration,
        _ key: Secret?,
        _ adminSecret: OpaqueToken?
    ) -> KiiApplication? {
        guard let kii = registration.kii, let key else { return nil }
        let day: TimeInterval = 24 * 60 * 60
        let usual = registration.grantTypes.contains(.refreshToken) ? 60 * 60 : 365 * day
        return KiiApplication(
            keyHash: OpaqueToken.hash(of: key.reveal()),
            adminSecretHash: adminSecret?.hash,
            tokenLifetime: kii.tokenLifetime ?? usual,
            accepts: kii.accepts,
            revealsAccounts: kii.revealsAccounts
        )
    }

    private static func usualScopes(of registration: ClientRegistration) -> ScopeSet {
        guard registration.kii != nil else {
            return registration.grantTypes == [.clientCredentials] ? [] : [.openid, .profile, .email, .offlineAccess]
        }
        let scopes: ScopeSet = [.openid, .profile, .email, .phone, .address, .account]
        return registration.grantTypes.contains(.refreshToken) ? scopes.union([.offlineAccess]) : scopes
    }
}
