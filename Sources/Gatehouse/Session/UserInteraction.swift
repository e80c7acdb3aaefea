/// The ways to involve the user in operations on the account.
struct UserInteraction: Sendable {
    /// Asks users to sign in again; `nil` if the app shows no pages for it.
    var reauthenticator: (any Reauthenticator)?
    /// The authenticator for passkeys.
    var passkeyAuthenticator: (any PasskeyAuthenticator)?
}
