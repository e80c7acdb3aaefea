public import Foundation

/// A type that opens pages in the user's browser.
public protocol BrowserLauncher: Sendable {
    /// Opens a page.
    ///
    /// May return before or long after the user has seen the page. Returns early if the task is cancelled.
    ///
    /// - Parameter url: The page.
    /// - Throws: ``AuthError`` with the code ``AuthErrorCode/browserUnavailable`` if no browser can open it.
    func open(_ url: URL) async throws(AuthError)
}
