import Gatehouse

/// A session that is there, and its ID token.
struct SignedIn: Sendable {
    let session: Session
    let idToken: String?

    init(_ session: Session, idToken: String?) {
        self.session = session
        self.idToken = idToken
    }

    init(_ session: Session) async throws(AuthError) {
        self.init(session, idToken: try await session.idToken())
    }
}
