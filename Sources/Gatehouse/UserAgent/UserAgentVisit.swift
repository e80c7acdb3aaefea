public import Foundation

/// One visit of a person to the server's pages.
public struct UserAgentVisit: Sendable {
    /// What the visit is for.
    public enum Purpose: Sendable, Hashable {
        /// To sign in.
        case signIn
        /// To end the session that the browser has with the server.
        case signOut
    }

    /// What the visit is for.
    public let purpose: Purpose
    /// The redirect URI that the app is set up with; `nil` lets the user agent choose.
    public let redirectURI: URL?
    /// Whether the visit ends with a redirect; if not, showing the page is all there is to do.
    public let expectsRedirect: Bool

    /// Whether the browser should share no cookies with other visits, so that no user is signed in already.
    public let prefersEphemeralSession: Bool

    private let state: String
    private let makePage: @Sendable (_ redirectURI: URL?) -> URL

    init(
        _ purpose: Purpose,
        redirectURI: URL?,
        expectsRedirect: Bool,
        prefersEphemeralSession: Bool = false,
        state: String,
        makePage: @escaping @Sendable (_ redirectURI: URL?) -> URL
    ) {
        self.purpose = purpose
        self.redirectURI = redirectURI
        self.expectsRedirect = expectsRedirect
        self.prefersEphemeralSession = prefersEphemeralSession
        self.state = state
        self.makePage = makePage
    }

    /// The page to show.
    ///
    /// - Parameter redirectURI: Where the server is to send the browser in the end: the one the app is set up with, or
    ///   the one that the user agent has chosen.
    /// - Returns: The URL of the page.
    public func page(redirectingTo redirectURI: URL?) -> URL {
        makePage(redirectURI)
    }

    /// Whether a URL is the redirect that ends this very visit.
    ///
    /// - Parameters:
    ///   - url: A URL that came in.
    ///   - redirectURI: The redirect URI that the page was made with.
    /// - Returns: `true` when it goes to the redirect URI and carries the state of this visit.
    public func isEnded(by url: URL, redirectingTo redirectURI: URL) -> Bool {
        RedirectCheck(redirectURI: redirectURI, state: state).matches(url)
    }
}
