public import Foundation
public import Gatehouse

/// A person in front of a ``ScriptedBrowser``, for the SDK: opens the sign-in page and does what the script says until the app is called back.
public struct ScriptedUserAgent: UserAgent {
    private let browser: ScriptedBrowser
    private let redirectURI: URL
    private let script: @Sendable (ScriptedBrowser) async throws -> Void

    /// A person with a script.
    ///
    /// - Parameters:
    ///   - browser: Their browser.
    ///   - redirectURI: The app's redirect URI, for a client that is set up without one.
    ///   - script: What they do once the first page is open; when it ends inside the server, they have closed the page.
    public init(
        _ browser: ScriptedBrowser,
        redirectURI: URL,
        script: @escaping @Sendable (ScriptedBrowser) async throws -> Void
    ) {
        self.browser = browser
        self.redirectURI = redirectURI
        self.script = script
    }

    /// Opens the page, follows the script, and reports where the browser was sent.
    ///
    /// - Parameter visit: What the SDK wants to show.
    /// - Returns: Where the browser was sent, or that it never left the server.
    /// - Throws: `AuthError`: `cancelled`, with the script's own error in `underlying`, when that throws.
    public func present(_ visit: UserAgentVisit) async throws(AuthError) -> UserAgentAnswer {
        let target = visit.expectsRedirect ? visit.redirectURI ?? redirectURI : nil
        await browser.open(visit.page(redirectingTo: target))
        if await !browser.hasLeft {
            do {
                try await script(browser)
            } catch {
                var failure = AuthError.cancelled("The script in front of the browser could not go on: \(error)")
                failure.underlying = "\(error)"
                throw failure
            }
        }
        return await browser.hasLeft ? .redirect(browser.location) : .closed
    }
}
