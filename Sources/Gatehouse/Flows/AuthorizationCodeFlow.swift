package import Foundation
package import GatehouseWire

/// The authorization code flow through a browser (RFC 6749 §4.1, RFC 8252).
struct AuthorizationCodeFlow: Sendable {
    /// A pending request and the redirect that matches it.
    struct Response: Sendable {
        let pending: PendingAuthorization
        let redirect: URL
    }

    let adapter: any ProtocolAdapter
    let agent: any UserAgent
    let activeRequests: ActiveUserAgentRequests
    let redirectURI: URL?

    /// Shows the sign-in page and waits for its redirect.
    ///
    /// - Parameters:
    ///   - request: The authorization request.
    ///   - ready: Called before the page is shown.
    /// - Returns: The redirect, not validated yet.
    /// - Throws: ``AuthError`` as the public method does.
    func run(
        _ request: SignInRequest,
        whenReady ready: (PendingAuthorization) async throws(AuthError) -> Void
    ) async throws(AuthError) -> Response {
        let page = try await adapter.signInPage(for: request)
        var pending = page.pending
        pending.redirectURI = redirectURI?.absoluteString
        try await ready(pending)
        let completed = try await activeRequests.run(
            .signIn,
            redirectURI: redirectURI,
            expectsRedirect: true,
            prefersEphemeralSession: request.options.prefersEphemeralSession,
            state: pending.state.reveal(),
            through: agent,
            page: page.url
        )
        guard case .redirected(let redirect) = completed.result else {
            throw .cancelled("The sign-in page was closed.")
        }
        pending.redirectURI = completed.redirectURI?.absoluteString
        return Response(pending: pending, redirect: redirect)
    }
}

/// An authorization request whose page is open, with everything needed to check and redeem its response.
///
/// It is stored with the sessions, so that the response is usable after the app's process has restarted.
package struct PendingAuthorization: Sendable, Hashable, Codable {
    /// The time for which a response is accepted, in seconds; as long as servers keep their pages open.
    static let lifetime: TimeInterval = 30 * 60

    /// The state of the redirect (RFC 6749 §10.12).
    package var state: Secret
    /// The PKCE verifier (RFC 7636).
    package var verifier: Secret
    /// The nonce of the ID token (OpenID Connect Core §3.1.2.1), if there is one.
    package var nonce: Secret?
    /// The maximum time since the user authenticated at the server, in seconds.
    package var maxAge: Int?
    /// The requested scopes.
    package var scopes: ScopeSet
    /// The only account accepted.
    package var accountID: String?
    /// The Amazon region of the request.
    package var region: String?
    /// The redirect URI.
    package var redirectURI: String?
    /// The time until which a response is accepted, by the server's clock.
    package var deadline: Date

    /// Returns whether a URL is the response to this request.
    ///
    /// - Parameters:
    ///   - url: A received URL.
    ///   - now: The time, by the server's clock.
    /// - Returns: Whether it matches the redirect URI and the state before the deadline.
    func matches(_ url: URL, at now: Date) -> Bool {
        guard now < deadline, let redirectURI = redirectURI.flatMap(URL.init) else { return false }
        return RedirectMatcher(redirectURI: redirectURI, state: state.reveal()).matches(url)
    }
}

extension PendingAuthorization {
    /// The code verifier.
    ///
    /// - Throws: ``AuthError`` if the stored value is invalid.
    var codeVerifier: CodeVerifier {
        get throws(AuthError) {
            guard let verifier = CodeVerifier(verifier.reveal()) else {
                throw .invalidResponse("The stored sign-in data is corrupt. Sign in again.")
            }
            return verifier
        }
    }
}
