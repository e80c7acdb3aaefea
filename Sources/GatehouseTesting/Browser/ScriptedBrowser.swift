public import Foundation
import GatehouseHTTP
import GatehouseWire
package import HTTPTypes

/// A browser without a screen on a ``TestServer``: it keeps cookies, follows redirects, and fills forms.
public actor ScriptedBrowser {
    private let server: TestServer
    private let address: String
    private var cookies: [String: String] = [:]
    /// Where it is: a page of the server, or the redirect out of it that it could not follow.
    public private(set) var location: URL
    /// The status of the page.
    package private(set) var status: HTTPResponse.Status = .ok
    /// The header fields of the page.
    package private(set) var fields: HTTPFields = [:]
    /// The page.
    public private(set) var page = ""

    /// A browser that has never been anywhere.
    ///
    /// - Parameters:
    ///   - server: The server it can reach.
    ///   - address: Its network address.
    public init(on server: TestServer, address: String = "198.51.100.7") {
        self.server = server
        self.address = address
        location = server.issuer
    }

    /// Whether it was sent out of the server, to a client.
    public var hasLeft: Bool { location.host() != server.issuer.host() || location.scheme != server.issuer.scheme }

    /// Opens an address and follows where it leads.
    public func open(_ url: URL) async {
        await load(url, method: .get, body: nil)
    }

    /// Fills the form of the page and presses a button.
    ///
    /// - Parameters:
    ///   - values: What to type, by field name.
    ///   - action: The button's value; `nil` presses Enter.
    public func submit(_ values: [String: String] = [:], action: String? = nil) async {
        guard var form = HTMLForm(page: page) else { return }
        form.values.merge(values) { _, typed in typed }
        if let action { form.values["action"] = action }
        guard let target = URL(string: form.action, relativeTo: location)?.absoluteURL else { return }
        let parameters = Parameters(form.values.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: $0.value) })
        await load(target, method: .post, body: parameters.formEncoded)
    }

    /// The heading of the page.
    public var heading: String? {
        page.firstMatch(of: /<h1[^>]*>([^<]*)<\/h1>/).map {
            String($0.output.1).trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }

    private func load(_ url: URL, method: HTTPRequest.Method, body: String?) async {
        var (url, method, body) = (url, method, body)
        for _ in 0..<10 {
            location = url
            guard !hasLeft else { return }
            let answer = await server.service.answer(
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
        request.headerFields[.acceptLanguage] = "en"
        if hasBody { request.headerFields[.contentType] = "application/x-www-form-urlencoded" }
        if !cookies.isEmpty {
            request.headerFields[.cookie] = cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(
                separator: "; "
            )
        }
        return request
    }

    private func keep(_ fields: HTTPFields) {
        for cookie in fields[values: .setCookie] {
            let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { continue }
            cookies[String(pair[0])] = cookie.contains("Max-Age=0") ? nil : String(pair[1])
        }
    }
}
