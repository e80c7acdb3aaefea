package import Foundation
package import HTTPTypes

/// An error of an interaction.
///
/// It has no continuation token: that of the request remains valid after an error of the user's input.
package struct EntraInteractionError: Error, Sendable, Hashable {
    package var code: Code
    /// A more specific code, which most clients evaluate.
    package var innerCode: InnerCode?
    package var details: [Detail]
    /// The number in the message.
    package var number: Int?
    /// A description of the error; from another server, the complete message.
    package var text: String
    /// The state, if the client must continue in a browser.
    package var state: EntraInteractionState?
    package var status: HTTPResponse.Status
    /// The number of seconds to wait before a retry.
    package var retryAfter: Int?

    package init(
        _ code: Code,
        _ number: Int?,
        inner innerCode: InnerCode? = nil,
        details: [Detail] = [],
        text: String,
        status: HTTPResponse.Status = .badRequest,
        retryAfter: Int? = nil
    ) {
        self.code = code
        self.number = number
        self.innerCode = innerCode
        self.details = details
        self.text = text
        self.status = status
        self.retryAfter = retryAfter
    }

    /// An error code.
    package struct Code: ExtensibleValue {
        package let rawValue: String

        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        package static let invalidRequest = Self(rawValue: "invalidRequest")
        package static let invalidGrant = Self(rawValue: "invalidGrant")
        package static let accessDenied = Self(rawValue: "accessDenied")
        /// The client must continue in a browser.
        package static let redirectToWeb = Self(rawValue: "redirect_to_web")
        /// The code beside ``InnerCode/webRedirectRequired``.
        package static let snakeCaseInvalidGrant = Self(rawValue: "invalid_grant")
    }

    /// A specific error code.
    package struct InnerCode: ExtensibleValue {
        package let rawValue: String

        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        package static let invalidOneTimeCode = Self(rawValue: "invalidOneTimeCode")
        package static let invalidCredentials = Self(rawValue: "invalidUserNameOrPassword")
        package static let invalidContinuationToken = Self(rawValue: "invalidContinuationToken")
        package static let passwordTooWeak = Self(rawValue: "passwordTooWeak")
        package static let attributesInvalid = Self(rawValue: "attributeValidationError")
        /// The client must continue in a browser; Android's libraries from version 8.7.
        package static let webRedirectRequired = Self(rawValue: "web_redirect_required")
    }

    /// The part of an error that concerns some attributes.
    package struct Detail: Sendable, Hashable, Codable {
        package var attributeIDs: [String]
        package var code: String
        package var message: String?

        package init(_ code: String, attributeIDs: [String], message: String? = nil) {
            self.code = code
            self.attributeIDs = attributeIDs
            self.message = message
        }

        package static let userAlreadyExists = "userAlreadyExists"
        package static let passwordRejected = "passwordPolicyViolation"
        package static let valueRejected = "attributeValidationFailed"

        private enum CodingKeys: String, CodingKey {
            case attributeIDs = "attributeIds"
            case code, message
        }
    }

    /// Returns the error in the form that a client's library recognizes.
    package func adapted(to library: EntraClientLibrary) -> EntraInteractionError {
        guard state == .redirect, library.expectsInnerRedirectCode else { return self }
        var error = self
        (error.code, error.innerCode) = (.snakeCaseInvalidGrant, .webRedirectRequired)
        return error
    }

    /// Returns the error for a member of a request that is missing or invalid.
    package static func invalid(_ member: String) -> EntraInteractionError {
        EntraInteractionError(
            .invalidRequest,
            EntraErrorNumber.invalidParameter,
            text: "The \(member) parameter is empty or not valid."
        )
    }

    /// Creates an error from that of an OAuth endpoint of this protocol, whose codes have another spelling.
    package init(_ error: EntraError) {
        let words = error.code.rawValue.split(separator: "_")
        let code = words.prefix(1).joined() + words.dropFirst().map(\.capitalized).joined()
        self.init(
            Code(rawValue: code),
            error.numbers.first,
            text: error.text,
            status: error.status,
            retryAfter: error.retryAfter
        )
    }
}

/// The response of an error, with the identifiers to find it in the logs of client and server.
package struct EntraInteractionErrorBody: Sendable, Hashable {
    package var error: EntraInteractionError
    package var traceID: String?
    package var correlationID: String?
    /// The time of the error as text.
    package var timestamp: String?

    package init(_ error: EntraInteractionError, traceID: String?, correlationID: String?, timestamp: UnixTime?) {
        self.error = error
        self.traceID = traceID
        self.correlationID = correlationID
        self.timestamp = timestamp.map(EntraErrorBody.format)
    }

    private struct Members: Codable {
        var state: EntraInteractionState?
        var error: Object
    }

    private struct Object: Codable {
        var code: EntraInteractionError.Code
        var message: String?
        var innerError: Inner?
        var correlationID: String?
        /// Libraries for Apple's platforms read this spelling.
        var correlationIDInSnakeCase: String?
        var traceID: String?
        var timestamp: String?

        enum CodingKeys: String, CodingKey {
            case code, message, innerError, timestamp
            case correlationID = "correlationId"
            case correlationIDInSnakeCase = "correlation_id"
            case traceID = "traceId"
        }
    }

    private struct Inner: Codable {
        var code: EntraInteractionError.InnerCode?
        var details: [EntraInteractionError.Detail]?
    }

    /// Returns the JSON body.
    package func body() -> Data {
        let hasInner = error.innerCode != nil || !error.details.isEmpty
        let details = error.details.isEmpty ? nil : error.details
        return JSONCoding.encode(
            Members(
                state: error.state,
                error: Object(
                    code: error.code,
                    message: (error.number.map { "AADSTS\($0): " } ?? "") + error.text,
                    innerError: hasInner ? Inner(code: error.innerCode, details: details) : nil,
                    correlationID: correlationID,
                    correlationIDInSnakeCase: correlationID,
                    traceID: traceID,
                    timestamp: timestamp
                )
            )
        )
    }

    /// Reads the error of any server of this protocol.
    ///
    /// - Throws: `WireError` if the body is no such error; it may then come from a proxy.
    package init(status: HTTPResponse.Status, fields: HTTPFields, body: Data) throws(WireError) {
        let members = try JSONCoding.decode(Members.self, from: body)
        let object = members.error
        error = EntraInteractionError(
            object.code,
            Self.number(in: object.message ?? ""),
            inner: object.innerError?.code,
            details: object.innerError?.details ?? [],
            text: object.message ?? "",
            status: status,
            retryAfter: fields[.retryAfter].flatMap { Int($0) }
        )
        error.state = members.state
        traceID = object.traceID
        correlationID = object.correlationID ?? object.correlationIDInSnakeCase
        timestamp = object.timestamp
    }

    /// Returns the first number after the prefix that marks it.
    private static func number(in message: String) -> Int? {
        guard let mark = message.range(of: "AADSTS") else { return nil }
        return Int(message[mark.upperBound...].prefix { $0.isASCII && $0.isNumber })
    }
}

/// The library of a client, as its requests name it.
package struct EntraClientLibrary: Sendable, Hashable {
    private let name: String
    private let version: String

    /// Creates the library of a request.
    package init(fields: HTTPFields) {
        name = fields[.clientLibrary] ?? ""
        version = fields[.clientLibraryVersion] ?? ""
    }

    /// Whether the library recognizes the need of a browser by ``EntraInteractionError/InnerCode/webRedirectRequired``.
    fileprivate var expectsInnerRedirectCode: Bool {
        guard name == Self.android else { return false }
        let parts = version.split(separator: ".").prefix(2).map { Int($0) ?? 0 }
        return !parts.lexicographicallyPrecedes([8, 7])
    }

    private static let android = "MSAL.Android"
}
