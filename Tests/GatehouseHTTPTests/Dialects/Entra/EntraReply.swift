import Foundation
import GatehouseHTTP
import GatehouseWire
import HTTPTypes

/// What an app that speaks Entra was answered.
struct EntraReply: Sendable {
    let answer: HTTPAnswer
    let json: JSONValue

    var status: Int { answer.status.code }

    subscript(name: String) -> JSONValue? { json[name] }

    /// The token to go on with.
    var token: String? { json["continuation_token"]?.string }

    /// The refusal that the answer is.
    var refusal: EntraError? {
        (try? EntraErrorBody(status: answer.status, fields: answer.fields, body: answer.body))?.error
    }

    /// Code, suberror and number of a refusal in one line, such as `invalid_grant invalid_oob_value 50181`; `ok` for anything else.
    var verdict: String {
        guard let refusal else { return answer.status == .ok ? "ok" : "\(status)" }
        let parts = [refusal.code.rawValue, refusal.suberror?.rawValue, refusal.numbers.first.map { "\($0)" }]
        return parts.compactMap(\.self).joined(separator: " ")
    }

    /// The sentence of a refusal, without what is different each time.
    var sentence: String? {
        refusal?.text.split(separator: "\r\n").first.map { String($0.drop { $0 != ":" }.dropFirst(2)) }
    }
}
