import GatehouseWire

/// Whom an access token may be for (RFC 8707 §2).
///
/// The server knows one resource, itself: a token for any other name would be an audience that nobody has agreed to.
struct ResourcePolicy: Sendable {
    let issuer: String

    /// The audience of a token.
    ///
    /// - Parameter resources: What the request names; none means the server itself.
    /// - Returns: The server itself.
    /// - Throws: `invalid_target` for any other resource.
    func audience(for resources: [String]) throws(OAuthError) -> Audience {
        guard resources.allSatisfy({ $0 == issuer }) else {
            throw OAuthError(
                .invalidTarget,
                "The server does not know this resource. Leave \(ParameterName.resource) out or name the issuer."
            )
        }
        return Audience([issuer])
    }
}
