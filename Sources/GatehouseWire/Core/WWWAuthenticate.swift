/// The challenge that goes with a 401 or 403 answer (RFC 6750 §3, RFC 7617 §2).
public struct WWWAuthenticate: Sendable, Hashable {
    /// How the client should authenticate.
    public enum Scheme: String, Sendable {
        /// A client's identifier and secret.
        case basic = "Basic"
        /// An access token.
        case bearer = "Bearer"
    }

    /// How the client should authenticate.
    public var scheme: Scheme
    /// What is protected, usually the issuer.
    public var realm: String
    /// Why the credentials sent were not enough; absent when none were sent.
    public var error: OAuthErrorCode?
    /// The same in words.
    public var errorDescription: String?
    /// The scopes that are needed.
    public var scope: ScopeSet?

    /// A challenge.
    ///
    /// - Parameters:
    ///   - scheme: How the client should authenticate.
    ///   - realm: What is protected, usually the issuer.
    ///   - error: Why the credentials sent were not enough; leave it out when none were sent.
    ///   - errorDescription: The same in words.
    ///   - scope: The scopes that are needed.
    public init(
        _ scheme: Scheme,
        realm: String,
        error: OAuthErrorCode? = nil,
        errorDescription: String? = nil,
        scope: ScopeSet? = nil
    ) {
        self.scheme = scheme
        self.realm = realm
        self.error = error
        self.errorDescription = errorDescription
        self.scope = scope
    }

    /// The field value.
    package var encoded: String {
        var parameters = [("realm", realm)]
        if let error { parameters.append((ParameterName.error.rawValue, error.rawValue)) }
        if let errorDescription { parameters.append((ParameterName.errorDescription.rawValue, errorDescription)) }
        if let scope { parameters.append((ParameterName.scope.rawValue, scope.description)) }
        let list = parameters.map { name, value in "\(name)=\"\(OAuthError.printable(value))\"" }
        return scheme.rawValue + " " + list.joined(separator: ", ")
    }
}
