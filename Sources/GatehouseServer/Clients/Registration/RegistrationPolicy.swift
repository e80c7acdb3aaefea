import Foundation
package import GatehouseStore
package import GatehouseWire

/// The rules for client metadata (RFC 7591 §2, RFC 9700 §2.1, RFC 8252 §7).
package struct RegistrationPolicy: Sendable {
    /// The grant types of the token endpoint; some have further conditions.
    let grantTypes: [GrantType]
    /// The grant types whose tokens are the client's own, without a user.
    let grantTypesWithoutUser: Set<GrantType>
    /// The rules of adapters for their apps.
    let rules: [any RegistrationRule]

    /// Returns whether a client of these grant types gets tokens of users, and so needs scopes.
    package func servesUsers(_ grantTypes: [GrantType]) -> Bool { !grantTypesWithoutUser.isSuperset(of: grantTypes) }

    /// Validates a registration.
    ///
    /// - Throws: `invalid_redirect_uri` or `invalid_client_metadata` (RFC 7591 §3.2.2).
    package func check(_ registration: ClientRegistration) throws(OAuthError) {
        if let id = registration.id { try checkIdentifier(id) }
        guard registration.id != Client.accountPagesID else {
            throw Self.invalid("The identifier \(Client.accountPagesID) is reserved for the account pages.")
        }
        let isVerified = registration.origin?.isVerified ?? true
        try checkName(registration.name, isVerified: isVerified)
        for uri in registration.redirectURIs + registration.postLogoutRedirectURIs {
            try Self.checkRedirect(uri, isVerified: isVerified)
        }
        try checkGrants(registration)
        try checkAlgorithms(registration)
        try checkAddress(registration.logoURI, of: "The logo")
        try checkAddress(registration.termsOfServiceURI, of: "The terms of use")
        try checkAddress(registration.policyURI, of: "The privacy policy")
        try checkAttributes(registration.attributes)
        try checkNative(registration.native, isPublic: registration.kind == .public)
        for rule in rules { try rule.check(registration) }
        guard registration.introspects.isEmpty || registration.kind == .confidential else {
            throw Self.invalid(
                "Only confidential clients may introspect tokens. Make the client confidential or omit introspects."
            )
        }
        try checkCodeDomain(registration.codeDomain)
        try MobileAppPolicy().check(registration.mobileApps)
        try ClientKeyPolicy().check(registration)
        try ProfilePolicy().check(registration)
        try checkLogout(registration.backChannelLogout)
        try checkSector(of: registration)
        try checkExchange(registration)
    }

    /// Validates an updated client.
    ///
    /// - Throws: `invalid_redirect_uri` or `invalid_client_metadata`.
    package func check(_ client: Client) throws(OAuthError) {
        try check(ClientRegistration(client))
        guard client.skipsConsent || (client.native == nil && client.passwordApp == nil) else {
            throw Self.invalid("Apps with native sign-in skip consent; their consent page cannot be enabled.")
        }
    }

    /// The error for a client of authorization codes without a redirect URI.
    package static let missingRedirectURI = OAuthError(
        .invalidRedirectURI,
        "\(GrantType.authorizationCode) requires a redirect URI."
    )
    /// The beginning of the description for a grant type that the server does not support.
    package static let unknownGrantType = "grant_types must be among:"

    static func invalid(_ text: String) -> OAuthError { OAuthError(.invalidClientMetadata, text) }

    /// Allows printable ASCII (RFC 6749 appendix A.1), without spaces and leading hyphens, which need quoting on
    /// command lines.
    private func checkIdentifier(_ id: Client.ID) throws(OAuthError) {
        guard (1...255).contains(id.rawValue.utf8.count), id.rawValue.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            !id.rawValue.hasPrefix("-")
        else {
            throw Self.invalid(
                "The identifier must have 1 to 255 ASCII letters, digits and symbols, without spaces and without a leading hyphen."
            )
        }
    }

    /// Validates a name; of an unverified client also that users see all of it.
    private func checkName(_ name: String, isVerified: Bool) throws(OAuthError) {
        guard (1...100).contains(name.count), SingleLineText.admits(name), SingleLineText.isVisible(name) else {
            throw Self.invalid(
                "The name must have 1 to 100 characters, without line breaks and bidirectional controls."
            )
        }
        guard isVerified || !SingleLineText.hasInvisibleCharacter(name) else {
            throw Self.invalid("The name must not have invisible characters, such as zero-width spaces and joiners.")
        }
    }

    /// Validates a redirect URI (RFC 9700 §2.1, RFC 8252 §7).
    ///
    /// Unverified clients could start programs of the system by schemes without a dot (RFC 8252 §7.1, §8.4).
    ///
    /// - Throws: `invalid_redirect_uri`.
    static func checkRedirect(_ text: String, isVerified: Bool) throws(OAuthError) {
        guard let uri = RedirectURI(rawValue: text) else {
            let isPattern = text.hasPrefix("http") && text.contains("*")
            let fault = isPattern ? "has a wildcard: register each URI." : "must be an absolute URI without a fragment."
            throw OAuthError(.invalidRedirectURI, "\(text) \(fault)")
        }
        guard uri.scheme != "http" || uri.isLoopback else {
            throw OAuthError(
                .invalidRedirectURI,
                "\(text) must use https, except on loopback addresses."
            )
        }
        guard isVerified || ["https", "http"].contains(uri.scheme) || uri.scheme.contains(".") else {
            throw OAuthError(
                .invalidRedirectURI,
                "\(text) must have a scheme with a dot, such as com.example.app."
            )
        }
    }

    /// Validates a URL that the server will request.
    ///
    /// - Throws: `invalid_client_metadata` that begins with the name of the URL.
    static func checkRemoteURL(_ text: String, _ name: String) throws(OAuthError) {
        guard RemoteURL(text) != nil else {
            throw invalid("\(name) must be an https URL without a fragment, at most 2048 characters long.")
        }
    }

    private func checkAddress(_ text: String?, of name: String) throws(OAuthError) {
        guard let text else { return }
        guard let uri = RedirectURI(rawValue: text), uri.scheme == "https" else {
            throw Self.invalid("\(name) must be an https URL without a fragment.")
        }
    }

    /// Validates the domain of SMS codes, a host in lowercase.
    private func checkCodeDomain(_ domain: String?) throws(OAuthError) {
        guard let domain else { return }
        let labels = domain.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let hyphen = UInt8(ascii: "-")
        let isDomain =
            labels.count >= 2 && domain.utf8.count <= 253
            && labels.allSatisfy { label in
                (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
                    && label.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == hyphen }
            }
        guard isDomain else {
            throw Self.invalid("\(domain) is not a domain. Use the form app.example.com, in lowercase, without https.")
        }
    }

    private func checkGrants(_ registration: ClientRegistration) throws(OAuthError) {
        let grants = registration.grantTypes
        let known = grantTypes + rules.flatMap { $0.grantTypes(for: registration) }
        guard !grants.isEmpty, Set(grants).isSubset(of: known), Set(grants).count == grants.count else {
            let names = known.map(\.shortName).joined(separator: ", ")
            throw Self.invalid("\(Self.unknownGrantType) \(names).")
        }
        guard !grants.contains(.authorizationCode) || !registration.redirectURIs.isEmpty else {
            throw Self.missingRedirectURI
        }
        guard !grants.contains(.clientCredentials) || registration.kind == .confidential else {
            throw Self.invalid("client_credentials requires a confidential client.")
        }
        guard registration.requiresPKCE || registration.kind == .confidential else {
            throw Self.invalid("Public clients must use PKCE.")
        }
        guard
            !grants.contains(.refreshToken) || grants.contains(.authorizationCode) || grants.contains(.deviceCode)
                || registration.native != nil || registration.passwordApp != nil
        else { throw Self.invalid("refresh_token requires authorization_code or device_code.") }
    }

    private func checkAlgorithms(_ registration: ClientRegistration) throws(OAuthError) {
        let used = [
            ("ID tokens", registration.idTokenAlgorithm),
            ("userinfo responses", registration.security.userInfoAlgorithm),
        ]
        for (name, algorithm) in used {
            guard let algorithm, !Keyring.algorithms.contains(algorithm) else { continue }
            let names = Keyring.algorithms.map(\.rawValue).joined(separator: ", ")
            throw Self.invalid("The algorithm of \(name) must be among: \(names).")
        }
    }

    /// Requires native apps to be public clients: an app on a device cannot keep a secret (RFC 8252 §8.5).
    private func checkNative(_ native: NativeAuthenticationSettings?, isPublic: Bool) throws(OAuthError) {
        guard let native else { return }
        guard isPublic else {
            throw Self.invalid("Native apps must be public clients.")
        }
        for origin in native.origins where origin != "*" {
            guard let uri = RedirectURI(rawValue: origin), uri.scheme == "https" || uri.isLoopback,
                let url = URLComponents(string: origin), url.path.isEmpty, url.query == nil, url.user == nil,
                origin == origin.lowercased()
            else {
                throw Self.invalid(
                    "\(origin) is not a web origin. Use the form https://app.example.com, in lowercase and without a path."
                )
            }
        }
    }

    func checkAttributes(_ attributes: [ClientAttribute]) throws(OAuthError) {
        guard Set(attributes.map(\.name)).count == attributes.count else {
            throw Self.invalid("Duplicate attribute name.")
        }
        for attribute in attributes {
            let name = attribute.name
            guard (1...64).contains(name.utf8.count), name.allSatisfy(Self.isNameCharacter),
                !ClaimName.notAttributes.contains(ClaimName(rawValue: name))
            else {
                throw Self.invalid("\(name) is not a valid attribute name: use letters, digits, _ - and :.")
            }
            guard attribute.page >= 1 else { throw Self.invalid("Page numbers start at 1.") }
            guard (attribute.kind == .choice) == !attribute.options.isEmpty else {
                throw Self.invalid("\(name): a choice requires options (options=A|B); other kinds must not have any.")
            }
            if let pattern = attribute.pattern, AttributePattern(pattern) == nil {
                throw Self.invalid(
                    "\(name): the pattern must be a regular expression of at most \(AttributePattern.maximumLength) characters."
                )
            }
        }
    }

    private static func isNameCharacter(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "_-:".contains(character))
    }
}

/// The rule of an adapter for the registrations of its apps.
package protocol RegistrationRule: Sendable {
    /// Returns the grant types that the registration may have in addition to those of the token endpoint.
    func grantTypes(for registration: ClientRegistration) -> [GrantType]

    /// Validates a registration of any client.
    ///
    /// - Throws: `invalid_client_metadata`.
    func check(_ registration: ClientRegistration) throws(OAuthError)
}

extension GrantType {
    /// The part after the last colon, such as `device_code`, or the whole name.
    package var shortName: Substring { rawValue.split(separator: ":").last ?? Substring(rawValue) }
}
