import Foundation
import GatehouseStore
import GatehouseWire

/// What a client may be registered as (RFC 7591 §2, RFC 9700 §2.1, RFC 8252 §7).
struct RegistrationPolicy: Sendable {
    /// - Throws: `invalid_redirect_uri` or `invalid_client_metadata`, with what to change.
    func check(_ registration: ClientRegistration) throws(OAuthError) {
        if let id = registration.id { try checkIdentifier(id) }
        try checkName(registration.name)
        for uri in registration.redirectURIs + registration.postLogoutRedirectURIs { try checkRedirect(uri) }
        try checkGrants(registration)
        try checkAlgorithms(registration)
        try checkAddress(registration.logoURI, of: "The logo")
        try checkAddress(registration.termsOfServiceURI, of: "The terms of use")
        try checkAddress(registration.policyURI, of: "The privacy policy")
        try checkAttributes(registration.attributes)
        try checkNative(registration.native, isPublic: registration.kind == .public)
        try checkKii(registration)
        guard registration.introspects.isEmpty || registration.kind == .confidential else {
            throw Self.invalid(
                "Only a confidential client may introspect tokens. Make it confidential, or leave out introspects."
            )
        }
        try checkCodeDomain(registration.codeDomain)
    }

    /// Checks a changed client.
    ///
    /// - Throws: `invalid_redirect_uri` or `invalid_client_metadata`, with what to change.
    func check(_ client: Client) throws(OAuthError) {
        try check(ClientRegistration(client))
        guard client.skipsConsent || (client.native == nil && client.kii == nil) else {
            throw Self.invalid("An app that signs people in on its own pages asks for no consent.")
        }
    }

    private static func invalid(_ text: String) -> OAuthError { OAuthError(.invalidClientMetadata, text) }

    /// Printable ASCII (RFC 6749 appendix A.1), without what would have to be quoted somewhere.
    private func checkIdentifier(_ id: Client.ID) throws(OAuthError) {
        guard (1...255).contains(id.rawValue.utf8.count), id.rawValue.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            !id.rawValue.hasPrefix("-")
        else {
            throw Self.invalid(
                "The identifier needs 1 to 255 letters, digits and signs of ASCII, without spaces and not beginning with a hyphen."
            )
        }
    }

    private func checkName(_ name: String) throws(OAuthError) {
        guard (1...100).contains(name.count), SingleLineText.admits(name), !name.allSatisfy(\.isWhitespace) else {
            throw Self.invalid(
                "The name has to have 1 to 100 characters, without line breaks and bidirectional controls."
            )
        }
    }

    private func checkRedirect(_ text: String) throws(OAuthError) {
        guard let uri = RedirectURI(rawValue: text) else {
            throw OAuthError(.invalidRedirectURI, "\(text) is not an absolute URI without a fragment.")
        }
        guard uri.scheme != "http" || uri.isLoopback else {
            throw OAuthError(
                .invalidRedirectURI,
                "\(text) is neither https nor on this machine. Anyone on the way could read what is sent there."
            )
        }
    }

    private func checkAddress(_ text: String?, of name: String) throws(OAuthError) {
        guard let text else { return }
        guard let uri = RedirectURI(rawValue: text), uri.scheme == "https" else {
            throw Self.invalid("\(name): the address has to be one of https, without a fragment.")
        }
    }

    /// Checks the domain that the last line of an SMS names: a host in lower case.
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
            throw Self.invalid("\(domain) is not a domain. Write it like app.example.com, lower case, without https.")
        }
    }

    private func checkGrants(_ registration: ClientRegistration) throws(OAuthError) {
        let grants = registration.grantTypes
        let standard: [GrantType] = [.authorizationCode, .refreshToken, .clientCredentials, .deviceCode]
        let known = registration.kii == nil ? standard : standard + [.password]
        guard !grants.isEmpty, Set(grants).isSubset(of: known), Set(grants).count == grants.count else {
            let names = known.compactMap { $0.rawValue.split(separator: ":").last }.joined(separator: ", ")
            throw Self.invalid("The grants have to be one or more of: \(names).")
        }
        guard !grants.contains(.authorizationCode) || !registration.redirectURIs.isEmpty else {
            throw OAuthError(.invalidRedirectURI, "The authorization code grant needs a redirect URI.")
        }
        guard !grants.contains(.clientCredentials) || registration.kind == .confidential else {
            throw Self.invalid("The client credentials grant needs a confidential client.")
        }
        guard registration.requiresPKCE || registration.kind == .confidential else {
            throw Self.invalid("A public client always needs PKCE.")
        }
        guard
            !grants.contains(.refreshToken) || grants.contains(.authorizationCode) || grants.contains(.deviceCode)
                || registration.native != nil || registration.kii != nil
        else { throw Self.invalid("Refresh tokens come from the code grant or the device grant; add one of them.") }
    }

    private func checkAlgorithms(_ registration: ClientRegistration) throws(OAuthError) {
        guard [.rs256, .es256].contains(registration.idTokenAlgorithm) else {
            throw Self.invalid("ID tokens are signed with \(SigningAlgorithm.rs256) or \(SigningAlgorithm.es256).")
        }
        guard
            registration.kind == .public
                || [.clientSecretBasic, .clientSecretPost].contains(registration.authenticationMethod)
        else { throw Self.invalid("A confidential client sends its secret by HTTP Basic or in the form.") }
    }

    /// What anybody can take out of an app on a device is no secret, so an app with pages of its own has none.
    private func checkNative(_ native: NativeAuthentication?, isPublic: Bool) throws(OAuthError) {
        guard let native else { return }
        guard isPublic else {
            throw Self.invalid("An app that signs people in on its own pages is a public client.")
        }
        for origin in native.origins where origin != "*" {
            guard let uri = RedirectURI(rawValue: origin), uri.scheme == "https" || uri.isLoopback,
                let url = URLComponents(string: origin), url.path.isEmpty, url.query == nil, url.user == nil,
                origin == origin.lowercased()
            else {
                throw Self.invalid(
                    "\(origin) is no web origin. Write it as browsers do: https://app.example.com, in lower case and without a path."
                )
            }
        }
    }

    /// What anybody can take out of an app on a device is no secret: its key opens nothing, and it has no other secret of its own.
    private func checkKii(_ registration: ClientRegistration) throws(OAuthError) {
        guard registration.scopes?.contains(.manageAccounts) != true else {
            throw Self.invalid(
                "\(Scope.manageAccounts) is for the administrators of apps of Kii, and cannot be registered."
            )
        }
        guard let kii = registration.kii else { return }
        guard registration.kind == .public, registration.grantTypes.contains(.password) else {
            throw Self.invalid("An app of Kii is a public client with the grant \(GrantType.password).")
        }
        let refreshes = registration.grantTypes.contains(.refreshToken)
        guard registration.scopes.map({ $0.contains(.offlineAccess) == refreshes }) ?? true else {
            throw Self.invalid("Refresh tokens and the scope \(Scope.offlineAccess) belong together.")
        }
        if let key = kii.appKey { try checkKey(key.reveal()) }
        if let lifetime = kii.tokenLifetime { try checkLifetime(lifetime) }
    }

    /// Printable ASCII, since it goes in a header.
    private func checkKey(_ key: String) throws(OAuthError) {
        guard (8...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw Self.invalid("The app key needs 8 to 255 letters, digits and signs of ASCII, without spaces.")
        }
    }

    private func checkLifetime(_ seconds: TimeInterval) throws(OAuthError) {
        let year: TimeInterval = 365 * 24 * 60 * 60
        guard (60...100 * year).contains(seconds) else {
            throw Self.invalid("Tokens live for a minute at least, and for a hundred years at most.")
        }
    }

    func checkAttributes(_ attributes: [ClientAttribute]) throws(OAuthError) {
        guard Set(attributes.map(\.name)).count == attributes.count else {
            throw Self.invalid("An attribute is named twice.")
        }
        for attribute in attributes {
            let name = attribute.name
            guard (1...64).contains(name.utf8.count), name.allSatisfy(Self.isNameCharacter),
                !ClaimName.notAttributes.contains(ClaimName(rawValue: name))
            else {
                throw Self.invalid("\(name) cannot be an attribute: choose another name of letters, digits, _ - and :.")
            }
            guard attribute.page >= 1 else { throw Self.invalid("The pages of a form are counted from 1.") }
            guard (attribute.kind == .choice) == !attribute.options.isEmpty else {
                throw Self.invalid("\(name): a choice has options, written options=A|B, and no other kind has any.")
            }
            if let pattern = attribute.pattern, AttributePattern(pattern) == nil {
                throw Self.invalid(
                    "\(name): the pattern is not a regular expression of at most \(AttributePattern.maximumLength) characters."
                )
            }
        }
    }

    private static func isNameCharacter(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "_-:".contains(character))
    }
}
