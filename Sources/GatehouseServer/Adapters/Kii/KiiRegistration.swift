import Foundation
import GatehouseStore
import GatehouseWire

/// The rule for registrations of Kii apps.
///
/// An app on a device cannot keep a secret (RFC 8252 §8.5), so Kii apps are public clients; their app key is not
/// secret.
struct KiiRegistrationRule: RegistrationRule {
    func grantTypes(for registration: ClientRegistration) -> [GrantType] {
        registration.passwordApp == nil ? [] : [PasswordGrant.grantType]
    }

    func check(_ registration: ClientRegistration) throws(OAuthError) {
        guard registration.scopes?.contains(.manageAccounts) != true else {
            throw Self.invalid(
                "\(Scope.manageAccounts) is reserved for administrators of Kii apps and cannot be registered."
            )
        }
        guard let app = registration.passwordApp else { return }
        guard registration.kind == .public, registration.grantTypes.contains(PasswordGrant.grantType) else {
            throw Self.invalid("Kii apps must be public clients with the grant type \(PasswordGrant.grantType).")
        }
        guard !registration.security.requiresDPoP else {
            throw Self.invalid("Kii apps cannot send DPoP proofs, so they cannot be required.")
        }
        let refreshes = registration.grantTypes.contains(.refreshToken)
        guard registration.scopes.map({ $0.contains(.offlineAccess) == refreshes }) ?? true else {
            throw Self.invalid("refresh_token and \(Scope.offlineAccess) must be registered together.")
        }
        if let key = app.appKey { try checkKey(key.reveal()) }
        if let lifetime = app.tokenLifetime { try checkLifetime(lifetime) }
    }

    /// Allows printable ASCII, because the key is sent in a header field.
    private func checkKey(_ key: String) throws(OAuthError) {
        guard (8...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw Self.invalid("The app key must have 8 to 255 ASCII letters, digits and symbols, without spaces.")
        }
    }

    private func checkLifetime(_ seconds: TimeInterval) throws(OAuthError) {
        let year: TimeInterval = 365 * 24 * 60 * 60
        guard (60...100 * year).contains(seconds) else {
            throw Self.invalid("The token lifetime must be 1 minute to 100 years.")
        }
    }

    private static func invalid(_ text: String) -> OAuthError { OAuthError(.invalidClientMetadata, text) }
}
