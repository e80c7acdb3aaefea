package import Foundation
package import GatehouseWire

/// A sign-in whose page a person has been sent to: everything that its answer is checked against and redeemed with.
///
/// It is stored with the sessions while the page is open, so that the answer still counts when the app's process has ended
/// meanwhile.
package struct PendingSignIn: Sendable, Hashable, Codable {
    /// How long an answer is waited for, in seconds: as long as servers keep their pages open.
    static let lifetime: TimeInterval = 30 * 60

    /// Comes back with the redirect (RFC 6749 §10.12).
    package var state: Secret
    /// What the code is redeemed with (RFC 7636).
    package var verifier: Secret
    /// Comes back in the ID token (OpenID Connect Core §3.1.2.1), where there is one.
    package var nonce: Secret?
    /// How long ago the person may have signed in at the server, in seconds.
    package var maxAge: Int?
    /// What was asked for.
    package var scopes: ScopeSet
    /// The only account that is wanted.
    package var accountID: String?
    /// The region of Amazon's that was asked.
    package var region: String?
    /// Where the server sends the browser.
    package var redirectURI: String?
    /// Until when an answer counts, by the server's clock.
    package var deadline: Date

    /// Whether a URL is the answer to this very page.
    ///
    /// - Parameters:
    ///   - url: A URL that came in.
    ///   - now: The time, by the server's clock.
    /// - Returns: Whether it goes to the redirect URI in time and carries the state.
    func isAnswered(by url: URL, at now: Date) -> Bool {
        guard now < deadline, let redirectURI = redirectURI.flatMap(URL.init) else { return false }
        return RedirectCheck(redirectURI: redirectURI, state: state.reveal()).matches(url)
    }
}

extension PendingSignIn {
    /// The verifier, as a code is redeemed with.
    ///
    /// - Throws: ``AuthError`` when what is stored is none.
    var codeVerifier: CodeVerifier {
        get throws(AuthError) {
            guard let verifier = CodeVerifier(verifier.reveal()) else {
                throw .invalidAnswer("What was stored of the sign-in is damaged. Sign in again.")
            }
            return verifier
        }
    }
}
