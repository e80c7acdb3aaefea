package import Foundation
package import HTTPTypes

/// An error response of the authorization challenge endpoint (OAuth 2.0 for First-Party Applications, draft 04,
/// §5.2.2).
package struct AuthorizationChallengeError: Error, Sendable, Hashable {
    package var code: OAuthErrorCode
    /// A description of the error and its remedy, without secrets or personal data.
    package var description: String
    package var status: HTTPResponse.Status
    /// The number of seconds to wait before a retry.
    package var retryAfter: Int?
    /// The challenge of a response with status 401 (RFC 9110 §15.5.2).
    package var challenge: WWWAuthenticate?
    /// The session for the next request; replaces that of the request.
    package var session: Secret?
    /// The number of seconds until the session expires.
    package var expiresIn: Int?
    /// The input that the server requires; only for `insufficient_authorization`.
    package var required: ChallengeRequirement?
    /// The input of the request that was not accepted; `nil` if it was accepted or there was none.
    package var rejected: RejectedSubmission?

    package init(
        _ code: OAuthErrorCode,
        _ description: String,
        status: HTTPResponse.Status? = nil,
        retryAfter: Int? = nil
    ) {
        self.code = code
        self.description = description
        self.status = status ?? code.status
        self.retryAfter = retryAfter
    }

    /// Creates an error with a session that requires an input.
    package init(
        required: ChallengeRequirement,
        rejected: RejectedSubmission? = nil,
        description: String,
        session: Secret,
        expiresIn: Int
    ) {
        self.init(.insufficientAuthorization, description)
        self.session = session
        self.expiresIn = expiresIn
        self.required = required
        self.rejected = rejected
    }

    private struct Members: Codable {
        var error: OAuthErrorCode
        var description: String?
        var session: Secret?
        var expiresIn: Int?
        var requiresCode: Bool?
        var required: ChallengeRequirement?
        var rejected: RejectedSubmission?

        enum CodingKeys: String, CodingKey {
            case error
            case description = "error_description"
            case session = "auth_session"
            case expiresIn = "expires_in"
            // The member of the draft's example, §5.2.2.
            case requiresCode = "otp_required"
            case required, rejected
        }
    }

    /// Returns the JSON body.
    package func body() -> Data {
        JSONCoding.encode(
            Members(
                error: code,
                description: OAuthError.printable(description),
                session: session,
                expiresIn: expiresIn,
                requiresCode: required?.isCode == true ? true : nil,
                required: required,
                rejected: rejected
            )
        )
    }

    /// The header fields: `no-store`, and `Retry-After` if there is a time to wait.
    package var fields: HTTPFields {
        var fields = HTTPFields.uncachedJSON
        if let retryAfter { fields[.retryAfter] = String(retryAfter) }
        if let challenge { fields[.wwwAuthenticate] = challenge.encoded }
        return fields
    }

    /// Reads an error response.
    ///
    /// - Throws: `WireError` if the body is not an error of this endpoint; the response may come from a proxy.
    package init(status: HTTPResponse.Status, fields: HTTPFields, body: Data) throws(WireError) {
        let members: Members
        do { members = try JSONCoding.decode(Members.self, from: body) } catch {
            throw WireError("The response with status \(status.code) is not an error of the challenge endpoint.")
        }
        self.init(members.error, members.description ?? "", status: status)
        retryAfter = fields[.retryAfter].flatMap { Int($0) }
        session = members.session
        expiresIn = members.expiresIn
        required = members.required
        rejected = members.rejected
    }
}

extension AuthorizationChallengeError {
    /// Creates the response for an OAuth error.
    package init(_ error: OAuthError) {
        self.init(error.code, error.description, status: error.status)
        challenge = error.challenge
        retryAfter = error.retryAfter.map { Int($0.components.seconds) + ($0.components.attoseconds > 0 ? 1 : 0) }
    }
}

/// The reason that a submission was not accepted.
package struct RejectedSubmission: Sendable, Hashable, Codable {
    /// The parameter of the request.
    package var parameter: String
    package var reason: Reason
    /// The number of attempts that remain, if it is limited for the session.
    package var attemptsRemaining: Int?
    /// The names of the attributes that are invalid.
    package var attributes: [String]?

    package init(
        _ parameter: ParameterName,
        _ reason: Reason,
        attemptsRemaining: Int? = nil,
        attributes: [String]? = nil
    ) {
        self.parameter = parameter.rawValue
        self.reason = reason
        self.attemptsRemaining = attemptsRemaining
        self.attributes = attributes
    }

    private enum CodingKeys: String, CodingKey {
        case parameter, reason, attributes
        case attemptsRemaining = "attempts_remaining"
    }

    /// A reason; clients treat unknown ones as ``incorrect``.
    package struct Reason: ExtensibleValue {
        package let rawValue: String

        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        package static let incorrect = Self(rawValue: "incorrect")
        package static let expired = Self(rawValue: "expired")
        /// The username belongs to an account.
        package static let exists = Self(rawValue: "exists")
        /// The account has no password to reset.
        package static let noPassword = Self(rawValue: "no_password")
        /// The server does not know the passkey, which the client may forget, or the username.
        package static let unknown = Self(rawValue: "unknown")
        package static let invalid = Self(rawValue: "invalid")
        package static let tooShort = Self(rawValue: "too_short")
        package static let tooLong = Self(rawValue: "too_long")
        package static let tooWeak = Self(rawValue: "too_weak")
        package static let tooCommon = Self(rawValue: "too_common")
        package static let tooSoon = Self(rawValue: "too_soon")
    }
}
