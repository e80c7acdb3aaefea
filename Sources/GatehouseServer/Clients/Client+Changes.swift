package import GatehouseStore
import GatehouseWire

/// Changes that touch several properties at once.
extension Client {
    /// Changes whether and how the client signs people in on its own pages.
    ///
    /// Such an app is the operator's own, so it asks for no consent; it does again when it stops being one.
    package mutating func setNative(_ native: NativeAuthentication?) {
        if (self.native == nil) != (native == nil) { skipsConsent = native != nil }
        self.native = native
    }

    /// Turns a public client into a confidential one.
    package mutating func makeConfidential(secretHash: String) {
        self.secretHash = secretHash
        tokenEndpointAuthMethod = .clientSecretBasic
    }

    /// Turns a confidential client into a public one, whose secrets are of no use any more.
    package mutating func makePublic() {
        secretHash = nil
        previousSecret = nil
        tokenEndpointAuthMethod = .none
        requiresPKCE = true
        introspects = []
    }

    /// Changes an app of Kii.
    ///
    /// - Parameters:
    ///   - update: What is to change; properties that are `nil` stay.
    ///   - adminSecretHash: The hash of a new secret, for an update that sets one.
    package mutating func apply(_ update: KiiUpdate, adminSecretHash: String) {
        guard var kii else { return }
        kii.tokenLifetime = update.tokenLifetime ?? kii.tokenLifetime
        kii.accepts = update.accepts ?? kii.accepts
        kii.revealsAccounts = update.revealsAccounts ?? kii.revealsAccounts
        if let hasAdministrator = update.hasAdministrator {
            kii.adminSecretHash = hasAdministrator ? adminSecretHash : nil
        }
        self.kii = kii
        guard let hasRefreshTokens = update.hasRefreshTokens else { return }
        grantTypes.removeAll { $0 == .refreshToken }
        scopes.remove(.offlineAccess)
        if hasRefreshTokens {
            grantTypes.append(.refreshToken)
            scopes.insert(.offlineAccess)
        }
    }

    /// The properties in which the client differs from an earlier version of itself, in words for the audit log.
    func changedProperties(since old: Client) -> [String] {
        let comparisons: [(String, Bool)] = [
            ("name", name != old.name), ("logo", logoURI != old.logoURI),
            ("terms", termsOfServiceURI != old.termsOfServiceURI), ("privacy policy", policyURI != old.policyURI),
            ("secret", secretHash != old.secretHash || previousSecret != old.previousSecret),
            ("authentication", tokenEndpointAuthMethod != old.tokenEndpointAuthMethod),
            ("redirect URIs", redirectURIs != old.redirectURIs),
            ("sign-out redirect URIs", postLogoutRedirectURIs != old.postLogoutRedirectURIs),
            ("grants", grantTypes != old.grantTypes), ("scope", scopes != old.scopes),
            ("PKCE", requiresPKCE != old.requiresPKCE),
            ("redirect URI optional", mayOmitRedirectURI != old.mayOmitRedirectURI),
            ("ID token algorithm", idTokenAlgorithm != old.idTokenAlgorithm),
            ("consent", skipsConsent != old.skipsConsent), ("attributes", attributes != old.attributes),
            ("native", native != old.native), ("kii", kii != old.kii),
            ("refresh recovery", refreshRecovery != old.refreshRecovery),
            ("introspection", introspects != old.introspects), ("code domain", codeDomain != old.codeDomain),
        ]
        return comparisons.filter(\.1).map(\.0)
    }
}
