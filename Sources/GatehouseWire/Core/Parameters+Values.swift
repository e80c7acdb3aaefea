extension Parameters {
    /// A redirect URI, or `nil` when there is none.
    ///
    /// - Throws: `invalid_request` when it is doubled or not a URI that a browser can be sent to.
    package func redirectURI(_ name: ParameterName) throws(OAuthError) -> RedirectURI? {
        guard let text = try optional(name) else { return nil }
        guard let uri = RedirectURI(rawValue: text) else {
            throw OAuthError(.invalidRequest, "The parameter \(name) is not an absolute URI without a fragment.")
        }
        return uri
    }

    /// A scope, empty when there is none.
    ///
    /// - Throws: `invalid_scope` when it does not follow the grammar of RFC 6749 §3.3.
    package func scopeSet() throws(OAuthError) -> ScopeSet {
        guard let scope = ScopeSet(parsing: try optional(.scope, limit: 4096) ?? "") else {
            throw OAuthError(.invalidScope, "The parameter \(ParameterName.scope) has a character not allowed.")
        }
        return scope
    }

    /// The resources the tokens are for (RFC 8707 §2); this parameter alone may be repeated.
    ///
    /// - Throws: `invalid_target` when one is not an absolute URI without a fragment.
    package func resources() throws(OAuthError) -> [String] {
        let resources = all(.resource)
        guard resources.allSatisfy({ RedirectURI(rawValue: $0) != nil }) else {
            throw OAuthError(.invalidTarget, "The parameter \(ParameterName.resource) is not an absolute URI.")
        }
        return resources
    }

    /// Text without control characters, which no grammar of these values has (RFC 6749 appendix A) and which take six times their room
    /// where they are kept; `nil` when there is none.
    package func line(_ name: ParameterName, limit: Int) throws(OAuthError) -> String? {
        let value = try optional(name, limit: limit)
        guard value?.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) != true else {
            throw OAuthError(.invalidRequest, "The parameter \(name) has a control character.")
        }
        return value
    }

    /// A space-separated list, empty when there is none.
    package func words(_ name: ParameterName) throws(OAuthError) -> [String] {
        (try optional(name, limit: 1024) ?? "").split(separator: " ").map(String.init)
    }
}
