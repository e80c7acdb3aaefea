package import Foundation
package import HTTPTypes

/// An error response with the identifiers to find it in the logs of client and server.
package struct EntraErrorBody: Error, Sendable, Hashable {
    package var error: EntraError
    package var traceID: String?
    package var correlationID: String?
    /// The time of the error; `nil` if another server's format is unknown.
    package var timestamp: UnixTime?

    package init(_ error: EntraError, traceID: String?, correlationID: String?, timestamp: UnixTime?) {
        self.error = error
        self.traceID = traceID
        self.correlationID = correlationID
        self.timestamp = timestamp
    }

    private struct Name: Codable {
        var name: String
    }

    private struct Members: Codable {
        var error: OAuthErrorCode
        var description: String?
        var page: String?
        var numbers: [Int]?
        var timestamp: String?
        var traceID: String?
        var correlationID: String?
        var suberror: EntraSuberror?
        var continuationToken: Secret?
        var requiredAttributes: [RequestedAttribute]?
        var invalidAttributes: [Name]?
        var unverifiedAttributes: [Name]?
        var sessionEnd: ReportedSessionEnd?

        enum CodingKeys: String, CodingKey {
            case error
            case description = "error_description"
            case page = "error_uri"
            case numbers = "error_codes"
            case timestamp
            case traceID = "trace_id"
            case correlationID = "correlation_id"
            case suberror
            case continuationToken = "continuation_token"
            case requiredAttributes = "required_attributes"
            case invalidAttributes = "invalid_attributes"
            case unverifiedAttributes = "unverified_attributes"
            case sessionEnd = "session_end_reason"
        }
    }

    /// Returns the JSON body.
    package func body() -> Data {
        JSONCoding.encode(
            Members(
                error: error.code,
                description: description,
                page: error.page,
                numbers: error.numbers,
                timestamp: timestamp.map(Self.format),
                traceID: traceID,
                correlationID: correlationID,
                suberror: error.suberror,
                continuationToken: error.continuationToken,
                requiredAttributes: error.requiredAttributes,
                invalidAttributes: error.invalidAttributes?.map(Name.init),
                unverifiedAttributes: error.unverifiedAttributes?.map(Name.init),
                sessionEnd: error.sessionEnd
            )
        )
    }

    /// The header fields: `no-store`, and `Retry-After` if there is one.
    package var fields: HTTPFields {
        var fields = HTTPFields.uncachedJSON
        fields[.retryAfter] = error.retryAfter.map { String($0) }
        return fields
    }

    /// Reads the error response of any server of this protocol.
    ///
    /// - Throws: `WireError` if the body has another format; it may then come from a proxy.
    package init(status: HTTPResponse.Status, fields: HTTPFields, body: Data) throws(WireError) {
        let members = try JSONCoding.decode(Members.self, from: body)
        var error = EntraError(
            members.error,
            suberror: members.suberror,
            text: members.description ?? "",
            continuationToken: members.continuationToken,
            requiredAttributes: members.requiredAttributes,
            invalidAttributes: members.invalidAttributes?.map(\.name),
            unverifiedAttributes: members.unverifiedAttributes?.map(\.name),
            status: status,
            retryAfter: fields[.retryAfter].flatMap { Int($0) }
        )
        error.numbers = members.numbers ?? []
        error.page = members.page
        error.sessionEnd = members.sessionEnd
        self.init(
            error,
            traceID: members.traceID,
            correlationID: members.correlationID,
            timestamp: members.timestamp.flatMap { try? Self.style.parse($0) }.map(UnixTime.init)
        )
    }

    /// The text in Entra's format, with the details that a failure report needs.
    private var description: String {
        let number = error.numbers.first.map { "AADSTS\($0): " } ?? ""
        let lines = [
            number + error.text,
            traceID.map { "Trace ID: \($0)" },
            correlationID.map { "Correlation ID: \($0)" },
            timestamp.map { "Timestamp: \(Self.format($0))" },
        ]
        return lines.compactMap(\.self).joined(separator: "\r\n")
    }

    private static let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .gmt)

    /// Returns a time in the format of this protocol's errors.
    static func format(_ time: UnixTime) -> String { time.date.formatted(style) }
}
