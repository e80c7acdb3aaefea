package import Foundation
import GatehouseConcurrency
import GatehouseServer
import GatehouseWire
package import HTTPTypes

/// A response: status, header fields and body.
package struct ServerResponse: Sendable {
    package var status: HTTPResponse.Status
    package var fields: HTTPFields
    package var body: Data
    /// The reason for a rejection, reported in development mode; not part of the response.
    var rejection: Rejection?

    package init(status: HTTPResponse.Status = .ok, fields: HTTPFields = [:], body: Data = Data()) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    init(_ response: some WireResponse) {
        self.init(status: response.status, fields: response.fields, body: response.body())
    }

    init(_ error: OAuthError) {
        self.init(status: error.status, fields: error.fields, body: error.body())
        rejection = Rejection(error)
    }

    init(_ error: AuthorizationChallengeError) {
        self.init(status: error.status, fields: error.fields, body: error.body())
        rejection = Rejection(error)
    }

    /// Redirects with GET, even after a POST that contained a password (RFC 9700 §4.12).
    static func redirect(to location: String) -> ServerResponse {
        ServerResponse(status: .seeOther, fields: [.location: location, .cacheControl: "no-store"])
    }

    /// Returns the response with another status.
    func with(status: HTTPResponse.Status) -> ServerResponse {
        var response = self
        response.status = status
        return response
    }

    /// Returns the response with a cookie added.
    func with(cookie: String?) -> ServerResponse {
        guard let cookie else { return self }
        var response = self
        response.fields.append(HTTPField(name: .setCookie, value: cookie))
        return response
    }

    /// Returns the response with cookies added.
    func with(cookies: [String]) -> ServerResponse {
        cookies.reduce(self) { $0.with(cookie: $1) }
    }

    /// Returns the response with the nonce for the client's next DPoP proof (RFC 9449 §8.2, §9).
    func with(dpopNonce nonce: String?) -> ServerResponse {
        guard let nonce else { return self }
        var response = self
        response.fields[.dpopNonce] = nonce
        return response
    }

    /// Returns the response with a Retry-After field (RFC 9110 §10.2.3).
    func with(retryAfter seconds: Int?) -> ServerResponse {
        guard let seconds else { return self }
        var response = self
        response.fields[.retryAfter] = String(seconds)
        return response
    }
}

/// The code and description of the error that rejected a request.
struct Rejection: Sendable, Equatable {
    let code: String
    let description: String
    /// The client that was refused, where no parameter of the request names it.
    var clientID: String?
    /// Whether the client is not registered for native authentication, which the request needs.
    var needsNativeClient = false

    /// Creates the rejection of an error; `nil` for a pending authorization, which is not rejected.
    init?(_ error: OAuthError) {
        guard ![.authorizationPending, .slowDown].contains(error.code) else { return nil }
        self.init(code: error.code.rawValue, description: error.description)
    }

    /// Creates the rejection of an error; `nil` if the app continues with another input.
    init?(_ error: AuthorizationChallengeError) {
        guard error.code != .insufficientAuthorization else { return nil }
        self.init(code: error.code.rawValue, description: error.description)
        needsNativeClient = error.code == .unauthorizedClient
    }

    init(code: String, description: String) {
        self.code = code
        self.description = description
    }
}

/// Caches the encoded form of a response that rarely changes.
final class ResponseHeadCache<Response: WireResponse & Equatable>: Sendable {
    private let last = Mutex<(value: Response, response: ServerResponse)?>(nil)

    func response(for value: Response) -> ServerResponse {
        last.withLock { last in
            let response = if let last, last.value == value { last.response } else { ServerResponse(value) }
            // Replaces an equal value too: comparing identical storage is fast.
            last = (value, response)
            return response
        }
    }
}

/// Caches the text of the `Date` field for one second.
final class DateHeaderCache: Sendable {
    private let latest = Mutex<(second: Int64, text: String)?>(nil)

    func text(at now: Date) -> String {
        let second = Int64(now.timeIntervalSince1970.rounded(.down))
        return latest.withLock { latest in
            if let latest, latest.second == second { return latest.text }
            let text = HTTPDate(now).text
            latest = (second, text)
            return text
        }
    }
}

/// The security fields of every response: no content sniffing, and HSTS for https issuers (RFC 6797).
struct SecurityFields: Sendable {
    let fields: HTTPFields

    init(isSecure: Bool) {
        var fields: HTTPFields = [.xContentTypeOptions: "nosniff"]
        if isSecure { fields[.strictTransportSecurity] = "max-age=31536000" }
        self.fields = fields
    }

    func add(to responseFields: inout HTTPFields) {
        for field in fields { responseFields[field.name] = field.value }
    }
}

extension HTTPField.Name {
    /// Returns a field name that is known to be a valid token.
    private static func literal(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) is not a field name") }
        return name
    }

    static let host = literal("Host")
    static let xFrameOptions = literal("X-Frame-Options")
    static let permissionsPolicy = literal("Permissions-Policy")
    static let referrerPolicy = literal("Referrer-Policy")
    static let xRequestID = literal("X-Request-ID")
    static let traceparent = literal(TraceContext.field)
    /// The addresses of the callers of a chain of proxies, left to right.
    static let xForwardedFor = literal("X-Forwarded-For")
}
