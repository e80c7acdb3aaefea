/// What Login with Amazon's tokens begin with, by which its clients tell them apart.
///
/// Behind it stands the server's own token, so that either spelling is good at every endpoint.
package enum AmazonTokenForm: String, Sendable {
    case accessToken = "Atza|"
    case refreshToken = "Atzr|"

    /// The token as Login with Amazon's clients get it.
    package func spell(_ token: Secret) -> Secret {
        Secret(rawValue + token.reveal())
    }

    /// The server's own token, however it is spelled.
    package func read(_ token: Secret) -> Secret {
        let text = token.reveal()
        return text.hasPrefix(rawValue) ? Secret(String(text.dropFirst(rawValue.count))) : token
    }
}
