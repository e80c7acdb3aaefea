/// The parameters of a request or response in the order sent (RFC 6749, Appendix B).
package struct Parameters: Sendable, Hashable {
    /// A name and a value.
    package struct Element: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    package private(set) var elements: [Element]

    package init(_ elements: [Element] = []) {
        self.elements = elements
    }

    /// Creates parameters from names and values; those without a value are left out.
    package init(_ pairs: KeyValuePairs<ParameterName, String?>) {
        elements = pairs.compactMap { name, value in value.map { Element(name: name.rawValue, value: $0) } }
    }

    package var isEmpty: Bool { elements.isEmpty }

    /// The first value of a name; an empty value counts as absent (RFC 6749 §3.1).
    package subscript(name: ParameterName) -> String? {
        guard let value = elements.first(where: { $0.name == name.rawValue })?.value, !value.isEmpty else { return nil }
        return value
    }

    /// Returns all nonempty values of a name.
    package func all(_ name: ParameterName) -> [String] {
        elements.filter { $0.name == name.rawValue && !$0.value.isEmpty }.map(\.value)
    }

    /// Replaces all values of a name with one, or removes them for `nil`.
    package mutating func set(_ name: ParameterName, _ value: String?) {
        elements.removeAll { $0.name == name.rawValue }
        append(name, value)
    }

    /// Appends a value; does nothing for `nil`.
    package mutating func append(_ name: ParameterName, _ value: String?) {
        if let value { elements.append(Element(name: name.rawValue, value: value)) }
    }

    package mutating func append(contentsOf other: Parameters) {
        elements += other.elements
    }

    /// The names that are repeated.
    package var duplicates: Set<String> {
        var seen: Set<String> = []
        return Set(elements.lazy.map(\.name).filter { !seen.insert($0).inserted })
    }

    /// Returns the single value of a name, of at most `limit` bytes, or `nil` if there is none.
    ///
    /// - Throws: `invalid_request` that names the parameter if it is repeated (RFC 6749 §3.1) or too long.
    package func optional(_ name: ParameterName, limit: Int = Limits.standard.value) throws(OAuthError) -> String? {
        guard elements.count(where: { $0.name == name.rawValue }) <= 1 else {
            throw OAuthError(.invalidRequest, "The parameter \(name) must not be included more than once.")
        }
        let value = self[name]
        if let value, value.utf8.count > limit {
            throw OAuthError(.invalidRequest, "The parameter \(name) exceeds \(limit) bytes.")
        }
        return value
    }

    /// Returns the single value of a name, of at most `limit` bytes.
    ///
    /// - Throws: `invalid_request` that names the parameter if it is missing, empty, repeated or too long.
    package func required(_ name: ParameterName, limit: Int = Limits.standard.value) throws(OAuthError) -> String {
        guard let value = try optional(name, limit: limit) else { throw OAuthError.missing(name) }
        return value
    }
}

extension OAuthError {
    /// Returns the error for a required parameter that is missing.
    package static func missing(_ name: ParameterName) -> OAuthError {
        OAuthError(.invalidRequest, "Missing required parameter: \(name).")
    }
}

extension Parameters: CustomStringConvertible {
    /// The names only: values may be secrets.
    package var description: String { elements.map(\.name).joined(separator: "&") }
}

/// The name of a request or response parameter.
///
/// Deliberately not expressible by a literal: all names are declared here.
package struct ParameterName: ExtensibleValue {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package static let grantType = Self(rawValue: "grant_type")
    package static let code = Self(rawValue: "code")
    package static let redirectURI = Self(rawValue: "redirect_uri")
    package static let clientID = Self(rawValue: "client_id")
    package static let clientSecret = Self(rawValue: "client_secret")
    package static let codeVerifier = Self(rawValue: "code_verifier")
    package static let codeChallenge = Self(rawValue: "code_challenge")
    package static let codeChallengeMethod = Self(rawValue: "code_challenge_method")
    package static let refreshToken = Self(rawValue: "refresh_token")
    package static let scope = Self(rawValue: "scope")
    package static let state = Self(rawValue: "state")
    package static let nonce = Self(rawValue: "nonce")
    package static let responseType = Self(rawValue: "response_type")
    package static let responseMode = Self(rawValue: "response_mode")
    package static let prompt = Self(rawValue: "prompt")
    package static let maxAge = Self(rawValue: "max_age")
    package static let loginHint = Self(rawValue: "login_hint")
    package static let idTokenHint = Self(rawValue: "id_token_hint")
    package static let claims = Self(rawValue: "claims")
    package static let uiLocales = Self(rawValue: "ui_locales")
    package static let claimsLocales = Self(rawValue: "claims_locales")
    package static let acrValues = Self(rawValue: "acr_values")
    package static let display = Self(rawValue: "display")
    package static let request = Self(rawValue: "request")
    package static let requestURI = Self(rawValue: "request_uri")
    package static let registration = Self(rawValue: "registration")
    package static let resource = Self(rawValue: "resource")
    package static let issuer = Self(rawValue: "iss")
    package static let error = Self(rawValue: "error")
    package static let errorDescription = Self(rawValue: "error_description")
    package static let accessToken = Self(rawValue: "access_token")
    package static let tokenType = Self(rawValue: "token_type")
    package static let expiresIn = Self(rawValue: "expires_in")
    package static let idToken = Self(rawValue: "id_token")
    package static let token = Self(rawValue: "token")
    package static let tokenTypeHint = Self(rawValue: "token_type_hint")
    package static let deviceCode = Self(rawValue: "device_code")
    package static let userCode = Self(rawValue: "user_code")
    package static let logoutHint = Self(rawValue: "logout_hint")
    package static let postLogoutRedirectURI = Self(rawValue: "post_logout_redirect_uri")
    package static let clientAssertion = Self(rawValue: "client_assertion")
    package static let clientAssertionType = Self(rawValue: "client_assertion_type")
    package static let assertion = Self(rawValue: "assertion")
    package static let dpopKeyThumbprint = Self(rawValue: "dpop_jkt")
    package static let audience = Self(rawValue: "audience")
    package static let requestedTokenType = Self(rawValue: "requested_token_type")
    package static let subjectToken = Self(rawValue: "subject_token")
    package static let subjectTokenType = Self(rawValue: "subject_token_type")
    package static let actorToken = Self(rawValue: "actor_token")
    package static let actorTokenType = Self(rawValue: "actor_token_type")
    package static let logoutToken = Self(rawValue: "logout_token")
    package static let scopeData = Self(rawValue: "scope_data")
    package static let username = Self(rawValue: "username")
    package static let password = Self(rawValue: "password")
    package static let newPassword = Self(rawValue: "new_password")
    package static let challengeType = Self(rawValue: "challenge_type")
    package static let capabilities = Self(rawValue: "capabilities")
    package static let capability = Self(rawValue: "capability")
    package static let attributes = Self(rawValue: "attributes")
    package static let continuationToken = Self(rawValue: "continuation_token")
    package static let oob = Self(rawValue: "oob")
    package static let clientInfo = Self(rawValue: "client_info")
    package static let datacenter = Self(rawValue: "dc")
}

extension Parameters {
    /// Returns a redirect URI, or `nil` if there is none.
    ///
    /// - Throws: `invalid_request` if it is repeated or not a valid redirect URI.
    package func redirectURI(_ name: ParameterName) throws(OAuthError) -> RedirectURI? {
        guard let text = try optional(name) else { return nil }
        guard let uri = RedirectURI(rawValue: text) else {
            throw OAuthError(.invalidRequest, "\(name) must be an absolute URI without a fragment.")
        }
        return uri
    }

    /// Returns the scope, empty if there is none.
    ///
    /// - Throws: `invalid_scope` if it violates the grammar of RFC 6749 §3.3.
    package func scopeSet() throws(OAuthError) -> ScopeSet {
        guard let scope = ScopeSet(parsing: try optional(.scope, limit: 4096) ?? "") else {
            throw OAuthError(.invalidScope, "The parameter \(ParameterName.scope) contains an invalid character.")
        }
        return scope
    }

    /// The maximum number of resources in a request.
    package static let resourceLimit = 32

    /// Returns the requested resources (RFC 8707 §2), which may be repeated.
    ///
    /// - Throws: `invalid_target` if one is not an absolute URI without a fragment, and for too many.
    package func resources() throws(OAuthError) -> [String] {
        let resources = all(.resource)
        guard resources.count <= Self.resourceLimit else {
            throw OAuthError(
                .invalidTarget,
                "\(ParameterName.resource) must not be included more than \(Self.resourceLimit) times."
            )
        }
        guard resources.allSatisfy({ RedirectURI(rawValue: $0) != nil }) else {
            throw OAuthError(.invalidTarget, "\(ParameterName.resource) must be an absolute URI without a fragment.")
        }
        return resources
    }

    /// Returns a single-line value, or `nil` if there is none.
    ///
    /// Control characters are not in the grammar of these values (RFC 6749, Appendix A), and escaping them takes six
    /// times the space in the store.
    package func line(_ name: ParameterName, limit: Int) throws(OAuthError) -> String? {
        let value = try optional(name, limit: limit)
        guard value?.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) != true else {
            throw OAuthError(.invalidRequest, "The parameter \(name) contains a control character.")
        }
        return value
    }

    /// Returns a space-separated list, empty if there is none.
    package func words(_ name: ParameterName) throws(OAuthError) -> [String] {
        (try optional(name, limit: 1024) ?? "").split(separator: " ").map(String.init)
    }
}
