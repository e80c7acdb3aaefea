import Foundation
package import GatehouseStore
import GatehouseWire

/// Changes that touch several properties at once.
extension Client {
    /// Sets or removes native authentication.
    ///
    /// Native apps are first-party and skip consent; removing native authentication restores the consent page.
    package mutating func setNative(_ native: NativeAuthenticationSettings?) {
        if (self.native == nil) != (native == nil) { skipsConsent = native != nil }
        self.native = native
    }

    /// Turns a public client into a confidential one.
    package mutating func makeConfidential(secretHash: String) {
        self.secretHash = secretHash
        tokenEndpointAuthMethod = .clientSecretBasic
    }

    /// Turns a confidential client into a public one and removes its secrets.
    package mutating func makePublic() {
        secretHash = nil
        previousSecrets = []
        sealedSecret = nil
        tokenEndpointAuthMethod = .none
        requiresPKCE = true
        introspects = []
        tokenExchange = nil
        grantTypes.removeAll { $0 == .tokenExchange }
    }

    /// Replaces the metadata that the client itself determines; the settings of the operator remain.
    mutating func replaceMetadata(with registration: ClientRegistration, at now: Date) {
        let (formerName, formerReceivers) = (name, receivers)
        let identityChangedAt = origin?.identityChangedAt
        name = registration.name
        logoURI = registration.logoURI
        termsOfServiceURI = registration.termsOfServiceURI
        policyURI = registration.policyURI
        redirectURIs = registration.redirectURIs
        postLogoutRedirectURIs = registration.postLogoutRedirectURIs
        grantTypes = registration.grantTypes
        scopes = registration.scopes ?? scopes
        requiresPKCE = registration.requiresPKCE
        idTokenAlgorithm = registration.idTokenAlgorithm
        keys = registration.keys
        let profile = security.profile
        security = registration.security
        security.profile = profile
        authenticationDefaults = registration.authenticationDefaults
        sectorIdentifier = registration.sectorIdentifier
        backChannelLogout = registration.backChannelLogout
        origin = registration.origin
        let isSame = name == formerName && receivers == formerReceivers
        origin?.identityChangedAt = isSame ? identityChangedAt : now
    }

    /// Updates the settings of an app that signs users in with their passwords.
    ///
    /// - Parameters:
    ///   - update: The new values; properties that are `nil` stay.
    ///   - adminSecretHash: The hash of a new secret, for an update that sets one.
    package mutating func apply(_ update: PasswordAppUpdate, adminSecretHash: String) {
        guard var passwordApp else { return }
        passwordApp.tokenLifetime = update.tokenLifetime ?? passwordApp.tokenLifetime
        passwordApp.accepts = update.accepts ?? passwordApp.accepts
        passwordApp.disclosesAccounts = update.disclosesAccounts ?? passwordApp.disclosesAccounts
        if let hasAdministrator = update.hasAdministrator {
            passwordApp.adminSecretHash = hasAdministrator ? adminSecretHash : nil
        }
        self.passwordApp = passwordApp
        guard let hasRefreshTokens = update.hasRefreshTokens else { return }
        grantTypes.removeAll { $0 == .refreshToken }
        scopes.remove(.offlineAccess)
        if hasRefreshTokens {
            grantTypes.append(.refreshToken)
            scopes.insert(.offlineAccess)
        }
    }

    /// Returns the names of the properties that differ from an earlier version, for the audit log.
    func changedProperties(since old: Client) -> [String] {
        let comparisons: [(String, Bool)] = [
            ("name", name != old.name), ("logo", logoURI != old.logoURI),
            ("terms", termsOfServiceURI != old.termsOfServiceURI), ("privacy policy", policyURI != old.policyURI),
            ("secret", secretHash != old.secretHash || previousSecrets != old.previousSecrets),
            ("authentication", tokenEndpointAuthMethod != old.tokenEndpointAuthMethod),
            ("redirect URIs", redirectURIs != old.redirectURIs),
            ("sign-out redirect URIs", postLogoutRedirectURIs != old.postLogoutRedirectURIs),
            ("grants", grantTypes != old.grantTypes), ("scope", scopes != old.scopes),
            ("PKCE", requiresPKCE != old.requiresPKCE),
            ("redirect URI optional", mayOmitRedirectURI != old.mayOmitRedirectURI),
            ("ID token algorithm", idTokenAlgorithm != old.idTokenAlgorithm),
            ("consent", skipsConsent != old.skipsConsent), ("attributes", attributes != old.attributes),
            ("native", native != old.native), ("password_app", passwordApp != old.passwordApp),
            ("refresh recovery", refreshRecovery != old.refreshRecovery),
            ("introspection", introspects != old.introspects), ("code domain", codeDomain != old.codeDomain),
            ("second factor", secondFactor != old.secondFactor), ("mobile apps", mobileApps != old.mobileApps),
            ("default resource", defaultResource != old.defaultResource),
            ("token exchange", tokenExchange != old.tokenExchange),
            ("keys", keys != old.keys),
            ("security", security != old.security),
            ("back-channel logout", backChannelLogout != old.backChannelLogout),
            ("subject identifiers", sectorIdentifier != old.sectorIdentifier),
            ("authentication defaults", authenticationDefaults != old.authenticationDefaults),
            ("registration", origin != old.origin),
        ]
        return comparisons.filter(\.1).map(\.0)
    }
}
