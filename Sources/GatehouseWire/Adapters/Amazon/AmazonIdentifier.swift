/// The identifiers of Login with Amazon, distinguished by their prefixes.
package enum AmazonIdentifier: String, Sendable {
    case account = "amzn1.account."
    case client = "amzn1.application-oa2-client."
    /// An app with all its variants, the `app_id` of the token information.
    case application = "amzn1.application."
    /// An app with one bundle identifier.
    case variant = "amzn1.application-client."

    /// Returns an identifier of this kind.
    package func make(_ name: String) -> String { rawValue + name }

    /// Returns a client identifier without its prefix, or unchanged if it has none.
    package static func name(ofClient clientID: String) -> String {
        clientID.hasPrefix(client.rawValue) ? String(clientID.dropFirst(client.rawValue.count)) : clientID
    }
}

/// The prefixes of Login with Amazon's tokens, by which clients distinguish them.
///
/// The server's own token follows, so that all endpoints accept it with and without the prefix.
package enum AmazonTokenPrefix: String, Sendable {
    case accessToken = "Atza|"
    case refreshToken = "Atzr|"

    /// Returns the token with the prefix.
    package func adapt(_ token: Secret) -> Secret {
        Secret(rawValue + token.reveal())
    }

    /// Returns the token without the prefix, if it has one.
    package func read(_ token: Secret) -> Secret {
        let text = token.reveal()
        return text.hasPrefix(rawValue) ? Secret(String(text.dropFirst(rawValue.count))) : token
    }
}
