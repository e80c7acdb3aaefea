import Foundation
import GatehouseWire

extension ScriptedUser {
    /// Opens the account page or a page below it, and signs in if the server asks for it.
    ///
    /// ```swift
    /// let browser = ScriptedBrowser(on: server)
    /// try await ada.openAccountPage("/account/delete", in: browser, on: server)
    /// try await ada.submit(to: "/account/delete", in: browser, on: server)
    /// ```
    ///
    /// - Parameters:
    ///   - path: The path of the page below the issuer.
    ///   - browser: The browser.
    ///   - server: The server, whose mailbox contains the user's mail.
    /// - Throws: ``ScriptedBrowserError`` if a page shows an error or requests unknown data.
    public func openAccountPage(
        _ path: String = "/account",
        in browser: ScriptedBrowser,
        on server: TestServer
    ) async throws {
        await browser.open(server.issuer.appending(path: path))
        try await signInToAccount(in: browser, on: server)
    }

    /// Fills in and submits a form of an account page, and signs in again if the server asks for it.
    ///
    /// - Parameters:
    ///   - path: The path of the form's target, or its end.
    ///   - values: The values to enter, by field name.
    ///   - button: The value of the button; `nil` presses Enter.
    ///   - browser: The browser, with the page open.
    ///   - server: The server, whose mailbox contains the user's mail.
    /// - Throws: ``ScriptedBrowserError`` if the page has no such form, or a page of the sign-in shows an error.
    public func submit(
        to path: String,
        _ values: [String: String] = [:],
        pressing button: String? = nil,
        in browser: ScriptedBrowser,
        on server: TestServer
    ) async throws {
        try await browser.submit(to: path, values, pressing: button)
        try await signInToAccount(in: browser, on: server)
    }

    /// Completes the pages of a sign-in until the browser shows an account page.
    private func signInToAccount(in browser: ScriptedBrowser, on server: TestServer) async throws {
        let root = server.issuer.path(percentEncoded: false).withoutTrailingSlash + AccountAPI.page
        func isAccountPage(_ url: URL) -> Bool {
            let path = url.path(percentEncoded: false)
            return path == root || path.hasPrefix(root + "/")
        }
        while await !browser.hasLeft, await !isAccountPage(browser.location) {
            guard let form = await browser.forms.last else {
                throw await browser.stuck("Signing in to the account page")
            }
            try await answer(form, in: browser, on: server)
            if await !browser.problems.isEmpty { throw await browser.stuck("Continuing as \(email)") }
        }
    }
}
