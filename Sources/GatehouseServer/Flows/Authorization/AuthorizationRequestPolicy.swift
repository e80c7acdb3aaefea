import GatehouseStore
import GatehouseWire

/// The rules for authorization requests of OpenID Connect, with and without a browser.
struct AuthorizationRequestPolicy: Sendable {
    let resources: ResourceDirectory
    /// The authentication context classes that a sign-in can reach.
    let classes: [ACR]

    /// The error for a request without PKCE.
    static let missingCodeChallenge = OAuthError(
        .invalidRequest,
        "PKCE with \(ParameterName.codeChallengeMethod) S256 is required."
    )

    /// Returns a request with the scopes and resources that can be granted.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - client: The client.
    ///   - isNative: Whether a native flow issues the code, for which the registration as a native app suffices.
    ///   - permitsOmittingPKCE: Whether the protocol has no PKCE.
    /// - Returns: The request.
    /// - Throws: `unauthorized_client`, `invalid_request` without PKCE, `invalid_target`, `invalid_scope` or
    ///   `unmet_authentication_requirements`.
    func validated(
        _ request: AuthorizationRequest,
        of client: Client,
        isNative: Bool = false,
        permitsOmittingPKCE: Bool = false
    ) async throws(OAuthError) -> AuthorizationRequest {
        guard client.grantTypes.contains(.authorizationCode) || isNative && client.native != nil else {
            throw OAuthError(.unauthorizedClient, "The client is not authorized to use this grant type.")
        }
        guard request.codeChallenge != nil || permitsOmittingPKCE || !client.requiresPKCE else {
            throw Self.missingCodeChallenge
        }
        let policy = try await resources.policy()
        let access = try policy.access(to: request.scope, of: request.resources, for: client)
        var granted = request.applying(client.authenticationDefaults)
        if !client.isVerified, policy.includesResourceWithoutScopes(access.resources) {
            // Earlier consent names scopes, and does not cover such a resource.
            granted.prompt.append(.consent)
        }
        granted.scope = access.scopes
        granted.resources = access.resources.map(\.rawValue)
        try checkAuthenticationClass(AuthenticationRequirement(granted))
        return granted
    }

    /// Rejects essential `acr` values that no sign-in reaches, before the user signs in (OpenID Connect Core §5.5.1.1,
    /// Unmet Authentication Requirements 1.0 §1).
    ///
    /// `acr_values` are voluntary (OpenID Connect Core §3.1.2.1): the ID token states the result.
    private func checkAuthenticationClass(_ requirement: AuthenticationRequirement) throws(OAuthError) {
        guard let required = requirement.requiredClasses else { return }
        guard required.contains(where: classes.contains) else {
            throw OAuthError(
                .unmetAuthenticationRequirements,
                "Unsupported acr value. Supported: \(classes.spaceSeparated ?? "")."
            )
        }
    }
}

extension AuthorizationRequest {
    /// Returns the request with the client's defaults for the authentication that it does not name (OpenID Connect
    /// Registration §2).
    ///
    /// An `acr` claim replaces `default_acr_values` as `acr_values` does.
    fileprivate func applying(_ defaults: AuthenticationDefaults?) -> AuthorizationRequest {
        guard let defaults else { return self }
        var request = self
        request.maxAge = maxAge ?? defaults.maxAge
        if acrValues.isEmpty, claims?.idToken[.acr] == nil { request.acrValues = defaults.classes }
        return request
    }
}
