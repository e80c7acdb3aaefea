import Foundation
import GatehouseWire

/// The authorization code flow through a browser (RFC 6749 §4.1, RFC 8252).
struct BrowserSignIn: Sendable {
    /// The page, the redirect that answers it, and the redirect URI that the page was made with.
    struct Answer: Sendable {
        let page: SignInPage
        let redirect: URL
        let redirectURI: URL?
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
        whenReady ready: () async throws(AuthError) -> Void
    ) async throws(AuthError) -> Answer {
        let page = try await dialect.signInPage(for: request)
        try await ready()
        let visit = try await visits.run(
            .signIn,
            redirectURI: redirectURI,
            expectsRedirect: true,
            state: page.state,
            through: agent,
            page: page.url
        )
        guard case .redirect(let redirect) = visit.answer else { throw .cancelled("The person closed the sign-in.") }
        return Answer(page: page, redirect: redirect, redirectURI: visit.redirectURI)
    }
}
