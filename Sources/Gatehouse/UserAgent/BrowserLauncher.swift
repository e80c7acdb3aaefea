public import Foundation

/// Opens a page in the person's browser.
public protocol BrowserLauncher: Sendable {
    /// Opens a page.
    ///
    /// May return before or long after the person has seen the page. The wait ends when the task is cancelled.
    ///
    /// - Parameter url: The page.
    /// - Throws: ``AuthError`` with the code ``AuthError/Code/noBrowser`` when there is no browser to open it.
    func open(_ url: URL) async throws(AuthError)
}
