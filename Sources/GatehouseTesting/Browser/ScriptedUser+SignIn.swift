public import Foundation
public import Gatehouse
import GatehouseHTTP
import HTTPTypes

extension ScriptedUser {
    /// Completes page after page, until the browser is redirected to the app or shows a page without a form.
    ///
    /// - Parameters:
    ///   - browser: The browser, with the first page open.
    ///   - server: The server, whose mailbox contains the user's mail.
    /// - Throws: ``ScriptedBrowserError`` if a page shows an error, has the status of one, or requests unknown data.
    public func signIn(in browser: ScriptedBrowser, on server: TestServer) async throws {
        while await !browser.hasLeft, let form = await browser.forms.last {
            try await answer(form, in: browser, on: server)
            if await !browser.problems.isEmpty { throw await browser.stuck("Continuing as \(email)") }
        }
        if await !browser.hasLeft, await [.clientError, .serverError].contains(browser.status.kind) {
            throw await browser.stuck("Signing in as \(email)")
        }
    }

    func answer(_ form: HTMLForm, in browser: ScriptedBrowser, on server: TestServer) async throws {
        if let page = await FactorPage(form, in: browser) {
            return try await answer(page, in: browser, on: server)
        }
        let fields = form.fields
        let asked = fields.filter { $0.hasPrefix(PageInput.attributePrefix) }
        if fields.contains(PageInput.code.rawValue) {
            guard let code = try await server.mailedCode(to: email) else {
                throw await browser.stuck("Entering a code that was not sent")
            }
            try await browser.submit([PageInput.code.rawValue: code])
        } else if !asked.isEmpty {
            try await browser.submit(known(asked))
        } else if fields.contains(PageInput.email.rawValue) {
            try await identify(form, in: browser)
        } else if fields.contains(PageInput.password.rawValue) {
            guard let password else { throw await browser.stuck("Entering a password that the user does not have") }
            try await browser.submit([PageInput.password.rawValue: password])
        } else if form.buttons.contains(where: { $0.name == PageInput.account.rawValue }) {
            let own = form.labels.first { $0.key.name == PageInput.account.rawValue && $0.value.contains(email) }?.key
            try await browser.submit(
                pressing: (
                    own?.name ?? PageInput.action.rawValue, own?.value ?? PageAction.otherAccount.rawValue
                )
            )
        } else {
            try await browser.submit(action: (agrees ? PageAction.continue : .cancel).rawValue)
        }
    }

    private func identify(_ form: HTMLForm, in browser: ScriptedBrowser) async throws {
        let isSignUp = form.fields.contains(PageInput.password.rawValue)
        if usesPasskey, form.passkey != nil { return try await browser.usePasskey() }
        if isNew, !isSignUp, form.has(.signUp) {
            try await browser.submit(action: PageAction.signUp.rawValue)
        } else if isSignUp {
            try await browser.submit([PageInput.email.rawValue: email, PageInput.password.rawValue: password ?? ""])
        } else {
            let action: PageAction? = password != nil && form.has(.password) ? .password : nil
            try await browser.submit([PageInput.email.rawValue: email], action: action?.rawValue)
        }
    }

    private func known(_ asked: Set<String>) -> [String: String] {
        var values: [String: String] = [:]
        for field in asked { values[field] = attributes[String(field.dropFirst(PageInput.attributePrefix.count))] }
        return values
    }
}

extension HTMLForm {
    /// Returns whether the form has the button.
    func has(_ action: PageAction) -> Bool {
        buttons.contains(.init(name: PageInput.action.rawValue, value: action.rawValue))
    }
}

/// A user agent for the SDK with a ``ScriptedBrowser``: opens the sign-in page and runs a script until the browser is
/// redirected to the app.
public struct ScriptedUserAgent: UserAgent {
    private let browser: ScriptedBrowser
    private let redirectURI: URL
    private let script: @Sendable (ScriptedBrowser) async throws -> Void

    /// Creates a user agent with a script.
    ///
    /// - Parameters:
    ///   - browser: The browser.
    ///   - redirectURI: The app's redirect URI, for a client without one.
    ///   - script: The actions after the first page has opened; if it ends on a page of the server, the user has closed
    ///     the page.
    public init(
        _ browser: ScriptedBrowser,
        redirectURI: URL,
        script: @escaping @Sendable (ScriptedBrowser) async throws -> Void
    ) {
        self.browser = browser
        self.redirectURI = redirectURI
        self.script = script
    }

    /// Opens the page, runs the script, and returns the final redirect.
    ///
    /// - Parameter request: The page and its redirect.
    /// - Returns: The redirect, or that the browser never left the server.
    /// - Throws: `AuthError` with the code `cancelled` and the script's error in `underlying`, if the script throws.
    public func present(_ request: UserAgentRequest) async throws(AuthError) -> UserAgentResult {
        let target = request.expectsRedirect ? request.redirectURI ?? redirectURI : nil
        await browser.open(request.url(redirectURI: target))
        if await !browser.hasLeft {
            do {
                try await script(browser)
            } catch {
                var failure = AuthError.cancelled("The browser script failed: \(error)")
                failure.underlying = "\(error)"
                throw failure
            }
        }
        return await browser.hasLeft ? .redirected(browser.location) : .dismissed
    }
}
