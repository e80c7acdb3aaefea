public import Foundation
import GatehouseJOSE
import GatehouseWire

/// A type that shows the server's pages to the user and returns the result.
///
/// The library has one for each platform. An app can provide its own, for example to open the browser itself and pass
/// the redirect to ``GatehouseClient/handle(_:)`` later. Such an agent suspends until it is cancelled, which happens
/// when the redirect arrives.
public protocol UserAgent: Sendable {
    /// Shows a page and waits for the redirect.
    ///
    /// Close the page if the task is cancelled; the result is then ignored.
    ///
    /// - Parameter request: The page and its redirect.
    /// - Returns: The redirect, or that the user closed the page.
    /// - Throws: ``AuthError`` if no page could be shown.
    func present(_ request: UserAgentRequest) async throws(AuthError) -> UserAgentResult
}

/// A request to show a page of the server.
public struct UserAgentRequest: Sendable {
    /// The purpose of a request.
    public enum Purpose: Sendable, Hashable {
        /// Sign-in.
        case signIn
        /// The end of the browser's session with the server.
        case signOut
        /// The account page, which ends without a redirect.
        case account
    }

    /// The purpose of the request.
    public let purpose: Purpose
    /// The redirect URI of the configuration; `nil` lets the user agent choose.
    public let redirectURI: URL?
    /// A Boolean value that indicates whether the page ends with a redirect; if not, showing it is sufficient.
    public let expectsRedirect: Bool

    /// A Boolean value that indicates whether to use a browser session without shared cookies, so that no user is
    /// signed in.
    package let prefersEphemeralSession: Bool

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

    /// Returns the URL of the page to show.
    ///
    /// - Parameter redirectURI: The redirect URI: that of the configuration, or one chosen by the user agent.
    /// - Returns: The URL of the page.
    public func url(redirectURI: URL?) -> URL {
        makePage(redirectURI)
    }

    /// Returns whether a URL is the redirect of this request.
    ///
    /// - Parameters:
    ///   - url: A received URL.
    ///   - redirectURI: The redirect URI that the page was created with.
    /// - Returns: `true` if the URL matches the redirect URI and contains the state of this request.
    public func isCompleted(by url: URL, redirectURI: URL) -> Bool {
        RedirectMatcher(redirectURI: redirectURI, state: state).matches(url)
    }
}

/// The result of showing a page.
public enum UserAgentResult: Sendable, Hashable {
    /// The browser was redirected to this URL.
    case redirected(URL)
    /// The user closed the page, or the page was shown and expects no redirect.
    case dismissed
}

/// A matcher for the redirect of one request.
struct RedirectMatcher: Sendable {
    /// The expected redirect URI.
    let redirectURI: URL
    /// The expected state.
    let state: String

    /// Returns whether a URL matches the redirect URI and contains the state.
    func matches(_ url: URL) -> Bool {
        guard url.scheme?.lowercased() == redirectURI.scheme?.lowercased(),
            url.host?.lowercased() == redirectURI.host?.lowercased(),
            url.port == redirectURI.port,
            url.path == redirectURI.path
        else { return false }
        return [url.query, url.fragment].contains { part in
            guard let part, let received = (try? Parameters(formEncoded: part))?[.state] else { return false }
            return ConstantTime.equal(received, state)
        }
    }
}
