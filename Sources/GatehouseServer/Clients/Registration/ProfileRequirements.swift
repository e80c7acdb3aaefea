package import GatehouseStore
package import GatehouseWire

/// The properties that a security profile demands of its clients.
///
/// Registering a client for a profile sets these properties. As long as the client has the profile, changes that
/// contradict it are rejected.
package struct ProfileRequirements: Sendable {
    /// The grant types that clients may use; `nil` for all.
    package var grantTypes: [GrantType]?
    /// The authentication method of all clients; `nil` if clients choose it.
    package var authenticationMethod: ClientAuthenticationMethod?
    /// The algorithms of the signatures that client and server make for each other.
    package var algorithms = SigningAlgorithm.asymmetric
    /// Whether clients push their authorization requests, which must contain the redirect URI.
    package var requiresPushedRequests = false
    /// Whether all access tokens are bound to a key (`true`) or none has to be (`false`); `nil` if clients choose it.
    package var requiresDPoP: Bool?
    /// Whether redirect URIs may have private-use schemes (RFC 8252 §7.1).
    package var allowsPrivateUseSchemes = true
    /// Whether refresh tokens are replaced when they are used.
    package var rotatesRefreshTokens = true
    /// Whether client assertions must name the issuer as their only audience.
    package var requiresIssuerAsAudience = false
}

extension SecurityProfile {
    /// The requirements of the profile.
    package var requirements: ProfileRequirements {
        switch self {
        case .oauth21:
            // Public clients rotate their refresh tokens (OAuth 2.1 draft, §4.3.1).
            ProfileRequirements()
        case .fapi2Security:
            // FAPI 2.0 Security Profile §5.3.2 and §5.4.
            ProfileRequirements(
                grantTypes: [.authorizationCode, .refreshToken, .clientCredentials],
                authenticationMethod: .privateKeyJWT,
                algorithms: [.es256, .edDSA, .ps256],
                requiresPushedRequests: true,
                requiresDPoP: true,
                allowsPrivateUseSchemes: false,
                rotatesRefreshTokens: false,
                requiresIssuerAsAudience: true
            )
        case .mcp:
            // MCP 2026-07-28, Authorization; its clients reject the token type DPoP.
            ProfileRequirements(
                grantTypes: [.authorizationCode, .refreshToken, .clientCredentials],
                requiresDPoP: false,
                allowsPrivateUseSchemes: false
            )
        }
    }
}

extension Client {
    /// The requirements of the client's profile; `nil` without a profile.
    var profileRequirements: ProfileRequirements? { security.profile?.requirements }

    /// Whether refresh tokens of the client are replaced when they are used.
    package var rotatesRefreshTokens: Bool { profileRequirements?.rotatesRefreshTokens ?? true }
}

/// A client or registration with the properties that a profile sets.
package protocol ProfiledClient {
    var security: ClientSecurity { get set }
    var requiresPKCE: Bool { get set }
    var idTokenAlgorithm: SigningAlgorithm { get set }
}

extension Client: ProfiledClient {}

extension ClientRegistration: ProfiledClient {}

extension ProfiledClient {
    /// Sets the profile with the properties that it demands, except for the authentication method.
    package mutating func adopt(_ profile: SecurityProfile) {
        let requirements = profile.requirements
        security.profile = profile
        requiresPKCE = true
        if requirements.requiresPushedRequests { security.requiresPushedRequests = true }
        security.requiresDPoP = requirements.requiresDPoP ?? security.requiresDPoP
        if !requirements.algorithms.contains(idTokenAlgorithm) { idTokenAlgorithm = .es256 }
    }
}

/// The rule for clients that are registered for a profile.
struct ProfilePolicy: Sendable {
    /// Validates that a registration meets the requirements of its profile.
    ///
    /// - Throws: `invalid_client_metadata` that names the first contradiction, or `invalid_redirect_uri`.
    func check(_ registration: ClientRegistration) throws(OAuthError) {
        guard let profile = registration.security.profile else { return }
        let requirements = profile.requirements
        guard !registration.usesAnotherProtocol else {
            throw Self.rejected(profile, "is for clients of OAuth and OpenID Connect only.")
        }
        guard registration.requiresPKCE else { throw Self.rejected(profile, "requires PKCE.") }
        if let grantTypes = requirements.grantTypes, !Set(grantTypes).isSuperset(of: registration.grantTypes) {
            let names = grantTypes.map(\.shortName).joined(separator: ", ")
            throw Self.rejected(profile, "allows the grant types \(names).")
        }
        if let method = requirements.authenticationMethod {
            guard registration.kind == .confidential, registration.authenticationMethod == method else {
                throw Self.rejected(profile, "requires a confidential client that authenticates with \(method).")
            }
        }
        try checkRequests(of: registration, profile, requirements)
        try checkAlgorithms(of: registration, profile, requirements)
    }

    private func checkRequests(
        of registration: ClientRegistration,
        _ profile: SecurityProfile,
        _ requirements: ProfileRequirements
    ) throws(OAuthError) {
        guard registration.security.requiresPushedRequests || !requirements.requiresPushedRequests else {
            throw Self.rejected(profile, "requires pushed authorization requests.")
        }
        if let requiresDPoP = requirements.requiresDPoP, registration.security.requiresDPoP != requiresDPoP {
            throw Self.rejected(profile, requiresDPoP ? "requires DPoP." : "does not allow DPoP to be required.")
        }
        guard !requirements.allowsPrivateUseSchemes else { return }
        for text in registration.redirectURIs {
            guard let uri = RedirectURI(rawValue: text), uri.scheme == "https" || uri.isLoopback else {
                throw OAuthError(
                    .invalidRedirectURI,
                    "The profile \(profile.rawValue) requires https or a loopback address for \(text)."
                )
            }
        }
    }

    private func checkAlgorithms(
        of registration: ClientRegistration,
        _ profile: SecurityProfile,
        _ requirements: ProfileRequirements
    ) throws(OAuthError) {
        let security = registration.security
        let used = [
            registration.idTokenAlgorithm, security.userInfoAlgorithm, security.assertionAlgorithm,
            security.requestObjectAlgorithm,
        ]
        // Assertions with the secret have an algorithm of their own, where a profile allows them.
        let allowed = requirements.algorithms + (requirements.authenticationMethod == nil ? [.hs256] : [])
        for algorithm in used.compactMap(\.self) where !allowed.contains(algorithm) {
            let names = requirements.algorithms.map(\.rawValue).joined(separator: ", ")
            throw Self.rejected(profile, "allows the algorithms \(names), not \(algorithm).")
        }
    }

    private static func rejected(_ profile: SecurityProfile, _ text: String) -> OAuthError {
        OAuthError(.invalidClientMetadata, "The profile \(profile.rawValue) \(text)")
    }
}
