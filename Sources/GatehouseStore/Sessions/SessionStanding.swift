/// A session with all that decides what it is still good for.
package struct SessionStanding: Sendable, Equatable {
    package let session: Session
    /// The person; `nil` when the account is gone.
    package let account: Account?
    /// Whether the token that was asked about was revoked by itself.
    package let isTokenRevoked: Bool

    package init(session: Session, account: Account?, isTokenRevoked: Bool) {
        self.session = session
        self.account = account
        self.isTokenRevoked = isTokenRevoked
    }
}
