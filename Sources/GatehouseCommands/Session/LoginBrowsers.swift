import Foundation
import Gatehouse
import GatehouseWire
import HTTPTypes

/// Opens a page in the user's browser and announces it; if that fails, shows the URL.
struct AnnouncingBrowser: BrowserLauncher {
    let output: Output
    /// The browser to open; `nil` only shows the URL.
    let browser: (any BrowserLauncher)?

    func open(_ url: URL) async throws(AuthError) {
        guard let browser else { return show(url) }
        do throws(AuthError) {
            try await browser.open(url)
            output.progress("Browser opened. Waiting for sign-in… (Ctrl-C to cancel)")
        } catch {
            guard error.code != .cancelled else { throw error }
            output.error("The browser couldn't be opened.")
            show(url)
        }
    }

    private func show(_ url: URL) {
        output.error("To sign in, open this address in a browser on this machine:\n\n  \(url.absoluteString)\n")
        output.progress("Waiting for sign-in… (Ctrl-C to cancel)")
    }
}

/// Checks whether the server accepts the authorization request before opening the browser.
///
/// The server's error page does not redirect back, so the command would wait for ever.
struct PrecheckingBrowser: BrowserLauncher {
    let transport: any HTTPTransport
    let browser: any BrowserLauncher

    func open(_ url: URL) async throws(AuthError) {
        if let rejection = await rejection(of: url) { throw rejection }
        try await browser.open(url)
    }

    /// Returns the server's error for the request; `nil` if it accepts the request or the response is not understood.
    private func rejection(of url: URL) async -> AuthError? {
        guard let query = try? Parameters(formEncoded: url.query(percentEncoded: true) ?? ""),
            var authorization = try? AuthorizationRequest(parameters: query)
        else { return nil }
        // With `prompt=none` the server redirects instead of showing a page. Without the state, the redirect cannot
        // complete a sign-in.
        authorization.prompt = [.none]
        authorization.state = nil
        var request = HTTPRequest(
            method: .get,
            scheme: url.scheme,
            authority: (url.host(percentEncoded: true) ?? "") + (url.port.map { ":\($0)" } ?? ""),
            path: url.path(percentEncoded: true) + "?" + authorization.parameters.formEncoded
        )
        request.headerFields[.accept] = "application/json"
        guard let (response, body) = try? await transport.send(request, body: nil),
            let error = Self.error(in: response, body)
        else { return nil }
        return AuthError(
            .requestRejected,
            error.description.isEmpty ? "The server rejected the request: \(error.code)." : error.description,
            recovery: .fixConfiguration,
            response: AuthError.ServerResponse(httpStatus: response.status.code, error: error.code.rawValue)
        )
    }
}

extension PrecheckingBrowser {
    /// Returns the error of a response: on a page, or in the redirect if the client lacks a scope.
    private static func error(in response: HTTPResponse, _ body: Data) -> OAuthError? {
        guard response.status.kind != .redirection else {
            let target = response.headerFields[.location].flatMap { URL(string: $0) }
            guard let redirect = target.flatMap({ try? AuthorizationResponse(callback: $0) }),
                case .error(let error) = redirect.outcome, error.code == .invalidScope
            else { return nil }
            return error
        }
        guard response.status.kind == .clientError, response.status != .tooManyRequests else { return nil }
        return try? OAuthError(status: response.status, fields: response.headerFields, body: body)
    }
}

extension CommandContext {
    /// Returns the browser for a way to sign in; `nil` for one without a page on this machine.
    func signInBrowser(for method: SessionProfile.Method) -> (any BrowserLauncher)? {
        guard method == .browser || method == .address else { return nil }
        return PrecheckingBrowser(
            transport: transport,
            browser: AnnouncingBrowser(
                output: output,
                browser: method == .browser ? SystemBrowserLauncher(environment: environment) : nil
            )
        )
    }
}

/// The check for a display on which a browser can open.
package enum DisplayAvailability {
    /// Returns whether the process has no display, judged by its environment variables.
    ///
    /// - In a cloud workspace (`CODESPACES`), the user's browser cannot reach a loopback address: headless.
    /// - If `BROWSER` is set, a browser is available.
    /// - On macOS, only a session over SSH (`SSH_CONNECTION`) is headless.
    /// - Elsewhere, a session without X11 and Wayland (`DISPLAY`, `WAYLAND_DISPLAY`) is headless; X11 forwarded over
    ///   SSH is a display.
    package static func isHeadless(environment: [String: String]) -> Bool {
        func isSet(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }
        if isSet("CODESPACES") { return true }
        if isSet("BROWSER") { return false }
        #if os(macOS)
        return isSet("SSH_CONNECTION")
        #else
        return !isSet("DISPLAY") && !isSet("WAYLAND_DISPLAY")
        #endif
    }
}
