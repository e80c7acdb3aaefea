/// A session with all that decides what it is still good for.
package struct SessionStanding: Sendable, Equatable {
    package let session: Session
    /// The person; `nil` when the account is gone.
    package let account: Account?
    /// The app; `nil` when it is gone.
    package let client: Client?
    /// Whether the token that was asked about was revoked by itself.
    package let isTokenRevoked: Bool

    package init(session: Session, account: Account?, client: Client?, isTokenRevoked: Bool) {
        self.session = session
        self.account = account
        self.client = client
        self.isTokenRevoked = isTokenRevoked
    }
}
