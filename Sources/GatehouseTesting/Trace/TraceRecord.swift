import Foundation
import HTTPTypes

/// A line of a trace, as `Scripts/search-trace.py` reads it.
struct TraceRecord: Encodable {
    /// Where it was printed.
    var source: String?
    var printed: String?
    var secret: String?
    var name: String?
    /// The text of a message to a person.
    var mail: String?
    /// What a request asked for, with its query.
    var target: String?
    var fields: [[String]]?
    var body: String?
}

extension TraceRecord {
    init(target: String, fields: HTTPFields, body: Data?) {
        self.init(
            target: target,
            fields: fields.map { [$0.name.canonicalName, $0.value] },
            body: body.map { String(decoding: $0, as: UTF8.self) }
        )
    }
}
