import Foundation
import Gatehouse
import GatehouseWire
import HTTPTypes

/// Asks the server whether it would show the sign-in page before a browser is opened.
///
/// A browser that ends on the server's error page never comes back, and the person would wait at the terminal for nothing.
struct CheckedBrowser: BrowserLauncher {
    let transport: any HTTPTransport
    let browser: any BrowserLauncher

    func open(_ url: URL) async throws(AuthError) {
        if let refusal = await refusal(of: url) { throw refusal }
        try await browser.open(url)
    }

    /// What the server has against the request; `nil` when it has nothing, or says nothing that can be understood.
    private func refusal(of url: URL) async -> AuthError? {
        guard let query = try? Parameters(formEncoded: url.query(percentEncoded: true) ?? ""),
            var asked = try? AuthorizationRequest(parameters: query)
        else { return nil }
        // Answered with a redirect in place of a page that waits for somebody. Without the state it ends no sign-in when it is followed.
        asked.prompt = [.none]
        asked.state = nil
        var request = HTTPRequest(
            method: .get,
            scheme: url.scheme,
            authority: (url.host(percentEncoded: true) ?? "") + (url.port.map { ":\($0)" } ?? ""),
            path: url.path(percentEncoded: true) + "?" + asked.parameters.formEncoded
        )
        request.headerFields[.accept] = "application/json"
        guard let (response, body) = try? await transport.send(request, body: nil),
            response.status.kind == .clientError, response.status != .tooManyRequests,
            let error = try? OAuthError(status: response.status, fields: response.headerFields, body: body)
        else { return nil }
        return AuthError(
            .refused,
            error.description.isEmpty ? "The server refused with \(error.code)." : error.description,
            recovery: .fixConfiguration,
            httpStatus: response.status.code,
            serverCode: error.code.rawValue
        )
    }
}
