import Foundation
import GatehouseHTTP
import GatehouseWire
import HTTPTypes

/// What an app of Kii was answered.
struct KiiReply: Sendable {
    let answer: HTTPAnswer
    let json: JSONValue

    init(_ answer: HTTPAnswer) {
        self.answer = answer
        json = (try? WireJSON.decode(JSONValue.self, from: answer.body)) ?? .null
    }

    var status: Int { answer.status.code }

    subscript(name: String) -> JSONValue? { json[name] }

    /// Status and code of a refusal, such as `404 USER_NOT_FOUND`; the status alone of anything else.
    var verdict: String {
        guard status >= 400, let code = json["errorCode"]?.string else { return "\(status)" }
        return "\(status) \(code)"
    }

    var mediaType: String? { answer.fields[.contentType] }
}
