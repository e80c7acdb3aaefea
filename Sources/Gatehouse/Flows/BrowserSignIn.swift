import Foundation
import GatehouseWire

/// The authorization code flow through a browser (RFC 6749 §4.1, RFC 8252).
struct BrowserSignIn: Sendable {
    /// What was asked, and the redirect that answers it.
    struct Answer: Sendable {
        let pending: PendingSignIn
        let redirect: URL
    }

    let dialect: any ServerDialect
    let agent: any UserAgent
    let visits: PendingVisits
    let redirectURI: URL?

    /// Asks the person.
    ///
    /// - Parameters:
    ///   - request: What to ask for.
    ///   - ready: Called when nothing but the person is missing any more.
    /// - Returns: The answer, not looked at yet.
    /// - Throws: ``AuthError`` as the public function does.
    func ask(
        _ request: SignInRequest,
        whenReady ready: (PendingSignIn) async throws(AuthError) -> Void
    ) async throws(AuthError) -> Answer {
        let page = try await dialect.signInPage(for: request)
        var pending = page.pending
        pending.redirectURI = redirectURI?.absoluteString
        try await ready(pending)
        let visit = try await visits.run(
            .signIn,
            redirectURI: redirectURI,
            expectsRedirect: true,
            prefersEphemeralSession: request.options.prefersEphemeralSession,
            state: pending.state.reveal(),
            through: agent,
            page: page.url
        )
        guard case .redirect(let redirect) = visit.answer else { throw .cancelled("The person closed the sign-in.") }
        pending.redirectURI = visit.redirectURI?.absoluteString
        return Answer(pending: pending, redirect: redirect)
    }
}
