public import Foundation
import GatehouseHTTP
import GatehouseWire
package import HTTPTypes

/// A headless browser for a ``TestServer``, with cookies, redirects and forms.
///
/// ```swift
/// await browser.open(page)
/// try await browser.submit(["email": "ada@example.com"])
/// try await browser.submit(["code": server.mailedCode(to: "ada@example.com") ?? ""])
/// ```
public actor ScriptedBrowser {
    private struct Cookie {
        let value: String
        let expiresAt: Date?
    }

    private let server: TestServer
    private let address: String
    private let languages: String
    /// The factors that the user has at hand: the browser uses the passkeys, the user enters the codes.
    public nonisolated let factors: TestFactors
    private var cookies: [String: Cookie] = [:]
    /// The current URL: a page of the server, or a redirect to an app.
    public private(set) var location: URL
    /// The status of the page.
    package private(set) var status: HTTPResponse.Status = .ok
    /// The header fields of the page.
    package private(set) var fields: HTTPFields = [:]
    /// The page, as HTML.
    public private(set) var page = ""

    /// Creates a browser without cookies.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - address: The network address, which the server uses for rate limits.
    ///   - languages: The preferred languages, as in an `Accept-Language` field.
    ///   - factors: The factors that the user has at hand; by default none is enrolled.
    public init(
        on server: TestServer,
        address: String = "198.51.100.7",
        languages: String = "en",
        factors: TestFactors? = nil
    ) {
        self.server = server
        self.address = address
        self.languages = languages
        self.factors = factors ?? TestFactors(on: server)
        location = server.issuer
    }

    /// A Boolean value that indicates whether the browser was redirected to an app.
    public var hasLeft: Bool { !isOfServer(location) }

    /// The heading of the page; `nil` if it has none.
    public var heading: String? {
        page.firstMatch(of: /<h1[^>]*>([^<]*)<\/h1>/).map {
            HTMLForm.text($0.output.1).trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }

    /// The error messages of the page, beside its fields and above its form.
    public var problems: [String] {
        page.matches(of: /<(?:p class="field-error"[^>]*|li)>(?:<a href="#[^>]*>[^<]*<\/a>: )?([^<]+)</)
            .map { HTMLForm.text($0.output.1) }
    }

    /// The forms of the page, from top to bottom.
    package var forms: [HTMLForm] { HTMLForm.all(in: page) }

    /// Opens a URL and follows redirects.
    ///
    /// - Parameter url: The URL.
    public func open(_ url: URL) async {
        await load(url, method: .get, body: nil)
    }

    /// Fills in a form of the page and submits it.
    ///
    /// - Parameters:
    ///   - values: The values to enter, by field name; other fields keep their values.
    ///   - action: The value of the button, such as `cancel`; `nil` presses Enter.
    /// - Throws: ``ScriptedBrowserError`` if the page has no form with these fields and this button.
    public func submit(
        _ values: [String: String] = [:],
        action: String? = nil
    ) async throws(ScriptedBrowserError) {
        try await submit(values, pressing: action.map { ("action", $0) })
    }

    /// Fills in the form of the page that is sent to a path, and submits it.
    ///
    /// - Parameters:
    ///   - path: The path of the form's target, such as `/account/security/password`, or its end.
    ///   - values: The values to enter, by field name; other fields keep their values.
    ///   - button: The value of the button; `nil` presses Enter.
    /// - Throws: ``ScriptedBrowserError`` if the page has no such form.
    public func submit(
        to path: String,
        _ values: [String: String] = [:],
        pressing button: String? = nil
    ) async throws(ScriptedBrowserError) {
        for form in forms {
            guard let target = target(of: form), target.path(percentEncoded: false).hasSuffix(path),
                form.fields.isSuperset(of: values.keys)
            else { continue }
            let pressed = form.buttons.first { $0.value == button }
            guard pressed != nil || button == nil else { continue }
            return await send(form, filledWith: values, pressing: pressed.map { ($0.name, $0.value) }, to: target)
        }
        throw stuck("Submitting the form for \(path)")
    }

    /// Creates or uses a passkey of ``factors`` as the page requests, and submits its form, as the page's script does.
    ///
    /// - Throws: ``ScriptedBrowserError`` if the page requests no passkey, or the authenticator rejects the request.
    public func usePasskey() async throws(ScriptedBrowserError) {
        let form = forms.last { $0.passkey != nil }
        guard let form, let prompt = form.passkey, let target = target(of: form) else {
            throw stuck("Using a passkey")
        }
        let response: String
        do {
            response = try await factors.passkeys.respond(to: prompt.kind, with: prompt.options, at: location)
        } catch {
            throw stuck("Using a passkey (\(error))")
        }
        let values = [PageInput.passkey.rawValue: response]
        let button = (PageInput.action.rawValue, PageAction.passkey.rawValue)
        await send(form, filledWith: values, pressing: button, to: target)
    }

    private func target(of form: HTMLForm) -> URL? { URL(string: form.action, relativeTo: location)?.absoluteURL }

    private func send(
        _ form: HTMLForm,
        filledWith values: [String: String],
        pressing button: (name: String, value: String)?,
        to target: URL
    ) async {
        var sent = form.values.merging(values) { _, typed in typed }
        if let button { sent[button.name] = button.value }
        await post(sent, to: target)
    }

    /// Fills in a form of the page and presses the button with this name and value.
    package func submit(
        _ values: [String: String] = [:],
        pressing button: (name: String, value: String)?
    ) async throws(ScriptedBrowserError) {
        let form = forms.last { form in
            form.fields.isSuperset(of: values.keys)
                && (button.map { form.buttons.contains(.init(name: $0.name, value: $0.value)) } ?? true)
        }
        guard let form, let target = target(of: form) else {
            let fields = values.keys.sorted().joined(separator: ", ")
            throw stuck("Filling [\(fields)] and pressing \(button?.value ?? "Enter")")
        }
        await send(form, filledWith: values, pressing: button, to: target)
    }

    /// Posts a form that need not be part of the page.
    package func post(_ values: [String: String], to target: URL) async {
        let elements = values.sorted { $0.key < $1.key }.map { Parameters.Element(name: $0.key, value: $0.value) }
        await load(target, method: .post, body: Parameters(elements).formEncoded)
    }

    /// Returns the value of an unexpired cookie.
    package func cookie(_ name: String) -> String? { liveCookies[name] }

    /// Deletes the cookies that end with the browser, as closing and opening it does.
    public func restart() { cookies = cookies.filter { $0.value.expiresAt != nil } }

    /// Deletes all cookies.
    public func forgetCookies() { cookies = [:] }

    func stuck(_ action: String) -> ScriptedBrowserError {
        ScriptedBrowserError(action: action, location: location, heading: heading)
    }

    private var liveCookies: [String: String] {
        cookies.filter { $0.value.expiresAt.map { $0 > server.clock.now } ?? true }.mapValues(\.value)
    }

    private func isOfServer(_ url: URL) -> Bool {
        (url.scheme, url.host(), url.port) == (server.issuer.scheme, server.issuer.host(), server.issuer.port)
    }

    private func load(_ url: URL, method: HTTPRequest.Method, body: String?) async {
        var (url, method, body) = (url, method, body)
        for _ in 0..<10 {
            location = url
            guard !hasLeft else { return }
            let answer = await server.answer(
                request(url, method, hasBody: body != nil),
                body: Data((body ?? "").utf8),
                address: address
            )
            keep(answer.fields)
            (status, fields, page) = (answer.status, answer.fields, String(decoding: answer.body, as: UTF8.self))
            guard answer.status.kind == .redirection,
                let target = answer.fields[.location].flatMap({ URL(string: $0, relativeTo: url) })
            else { return }
            (url, method, body) = (target.absoluteURL, .get, nil)
        }
    }

    private func request(_ url: URL, _ method: HTTPRequest.Method, hasBody: Bool) -> HTTPRequest {
        let query = url.query(percentEncoded: true).map { "?" + $0 } ?? ""
        let path = url.path(percentEncoded: true)
        var request = HTTPRequest(
            method: method,
            scheme: url.scheme,
            authority: url.host(),
            path: (path.isEmpty ? "/" : path) + query
        )
        request.headerFields[.accept] = "text/html"
        request.headerFields[.acceptLanguage] = languages
        if hasBody { request.headerFields[.contentType] = "application/x-www-form-urlencoded" }
        let pairs = liveCookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        if !pairs.isEmpty { request.headerFields[.cookie] = pairs.joined(separator: "; ") }
        return request
    }

    private func keep(_ fields: HTTPFields) {
        for field in fields[values: .setCookie] {
            let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { continue }
            let age = field.firstMatch(of: /Max-Age=([0-9]+)/).flatMap { TimeInterval($0.output.1) }
            let expiry = age.map { server.clock.now.addingTimeInterval($0) }
            cookies[String(pair[0])] = Cookie(value: String(pair[1]), expiresAt: expiry)
        }
    }
}

/// An error of a script whose next action is not possible on the current page.
public struct ScriptedBrowserError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The action of the script.
    public let action: String
    /// The current URL.
    public let location: URL
    /// The heading of the current page.
    public let heading: String?

    /// The action and the current page.
    public var description: String {
        "\(action) is not possible at \(location.path(percentEncoded: false)) with the heading: \(heading ?? "none")"
    }
}
