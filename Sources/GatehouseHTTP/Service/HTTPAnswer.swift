package import Foundation
import GatehouseWire
package import HTTPTypes

/// What goes back: a status, header fields and a body.
package struct HTTPAnswer: Sendable {
    package var status: HTTPResponse.Status
    package var fields: HTTPFields
    package var body: Data
    /// The reason for a refusal, for the report of development mode; not part of the response.
    var refusal: Refusal?

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
        refusal = Refusal(error)
    }

    /// Sends the browser on with GET, also after a POST that held a password (RFC 9700 §4.12).
    static func redirect(to location: String) -> HTTPAnswer {
        HTTPAnswer(status: .seeOther, fields: [.location: location, .cacheControl: "no-store"])
    }

    /// Adds a cookie.
    func setting(_ cookie: String?) -> HTTPAnswer {
        guard let cookie else { return self }
        var answer = self
        answer.fields.append(HTTPField(name: .setCookie, value: cookie))
        return answer
    }

    /// Says how many seconds to wait before the next try (RFC 9110 §10.2.3).
    func setting(retryAfter seconds: Int?) -> HTTPAnswer {
        guard let seconds else { return self }
        var answer = self
        answer.fields[.retryAfter] = String(seconds)
        return answer
    }
}
