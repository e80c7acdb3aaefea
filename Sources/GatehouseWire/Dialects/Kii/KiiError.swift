package import Foundation
package import HTTPTypes

/// A refusal as Kii writes it, in the body of its own or in that of OAuth.
package struct KiiError: Error, Sendable, Hashable {
    package var code: KiiErrorCode
    /// What happened and what to do, in plain words.
    package var message: String
    package var status: HTTPResponse.Status
    /// What else the body says, which depends on the code.
    package var extras: KiiMembers
    /// Seconds to wait before trying again.
    package var retryAfter: Int?

    package init(
        _ code: KiiErrorCode,
        _ message: String,
        extras: [KiiMemberName: JSONValue] = [:],
        status: HTTPResponse.Status? = nil,
        retryAfter: Int? = nil
    ) {
        self.code = code
        self.message = message
        self.status = status ?? code.status
        self.extras = KiiMembers(Dictionary(uniqueKeysWithValues: extras.map { ($0.key.rawValue, $0.value) }))
        self.retryAfter = retryAfter
    }

    /// A refusal in the body of OAuth.
    package static func oauth(_ code: KiiErrorCode, _ message: String) -> Self { Self(code, message) }

    /// A member that is missing or cannot be what it is.
    package static func invalid(_ name: KiiMemberName, _ what: String) -> Self {
        Self(.invalidInputData, "The member \(name) \(what).")
    }

    /// Whether the body is that of OAuth, for which Kii has no media type.
    private var isOAuth: Bool { code.exception == nil }

    /// The JSON body.
    package func body() -> Data {
        var members = extras
        members.set(.errorCode, code.rawValue)
        if isOAuth {
            members.set(Self.oauthCode, code.rawValue)
            members.set(Self.oauthMessage, message)
        } else {
            members.set(.message, message)
        }
        return members.body
    }

    /// The header fields: never cached, with the waiting time where there is one.
    package var fields: HTTPFields {
        var fields = HTTPFields.uncachedJSON
        if let exception = code.exception { fields[.contentType] = KiiMediaType.exception(exception).rawValue }
        fields[.retryAfter] = retryAfter.map { String($0) }
        return fields
    }

    /// Reads the refusal of any server of this protocol.
    ///
    /// A body that does not name a code is known by its media type; an empty one with the status 401 means that no token came along.
    ///
    /// - Throws: `WireError` when it has not the shape: then it may be one of a proxy in between.
    package init(status: HTTPResponse.Status, fields: HTTPFields, body: Data) throws(WireError) {
        let members = try KiiMembers(answer: body)
        extras = members
        for name in [KiiMemberName.errorCode, .message, Self.oauthCode, Self.oauthMessage] { extras[name] = nil }
        if let code = (members[.errorCode] ?? members[Self.oauthCode])?.string {
            self.code = KiiErrorCode(rawValue: code)
        } else if let exception = KiiMediaType(rawValue: fields[.contentType] ?? "").exceptionName {
            code = KiiErrorCode(exception: exception) ?? KiiErrorCode(rawValue: exception)
        } else if status == .unauthorized {
            code = .unauthorized
        } else {
            throw WireError("The answer with status \(status.code) does not say what is wrong.")
        }
        message = (members[.message] ?? members[Self.oauthMessage])?.string ?? ""
        self.status = status
        retryAfter = fields[.retryAfter].flatMap { Int($0) }
    }

    private static let oauthCode = KiiMemberName(rawValue: ParameterName.error.rawValue)
    private static let oauthMessage = KiiMemberName(rawValue: ParameterName.errorDescription.rawValue)
}
