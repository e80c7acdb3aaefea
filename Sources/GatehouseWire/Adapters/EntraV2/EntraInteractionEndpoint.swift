package import Foundation
package import HTTPTypes

/// An interaction of version 2 of Entra's native authentication, below the tenant.
///
/// Clients use the links that responses contain, and must not build these paths.
package enum EntraInteractionEndpoint: String, Sendable, CaseIterable {
    case signIn = "/api/v2.0/signin/start"
    case signUp = "/api/v2.0/signup/start"
    case resetPassword = "/api/v2.0/resetpassword/start"
    /// Submits attributes of a new account, its password among them.
    case submitAttributes = "/api/v2.0/signup/attributes"
    /// Sets the new password of a reset.
    case update = "/api/v2.0/resetpassword/update"
    /// Confirms that the new password is set.
    case poll = "/api/v2.0/resetpassword/poll"
    /// Registers an address as the second factor.
    case enroll = "/api/v2.0/auth/methods/enroll"
    /// Sends the code of a method, or requests the password.
    case challenge = "/api/v2.0/auth/methods/{type}/{id}/challenge"
    case verify = "/api/v2.0/auth/methods/{type}/{id}/verify"
    case resend = "/api/v2.0/auth/methods/{type}/{id}/resend"
    /// Resets the password within a sign-in.
    case recover = "/api/v2.0/auth/methods/{type}/{id}/recover"
    /// Registers an address with the method of its kind.
    case enrollMethod = "/api/v2.0/auth/methods/{type}/{id}/enroll"
    /// Verifies the code that was sent to the address to register.
    case activate = "/api/v2.0/auth/methods/{type}/{id}/activate"

    /// The name of the segment with the type of a method.
    package static let type = "type"
    /// The name of the segment with the identifier of a method.
    package static let id = "id"

    package var path: String { rawValue }

    package var method: HTTPRequest.Method { self == .update ? .put : .post }

    /// Returns the path with a method in the place of the named segments.
    package func path(of type: EntraMethodType, id: String) -> String {
        path.replacing("{\(Self.type)}", with: type.rawValue).replacing("{\(Self.id)}", with: id)
    }
}

/// The body of an interaction: the continuation token, and the input that the link requires.
package struct EntraInteractionRequest: Sendable, Hashable, Codable {
    package var continuationToken: Secret
    package var username: String?
    package var password: Secret?
    /// The code that was sent.
    package var otp: Secret?
    /// The code of a registration; clients send it under either name.
    package var code: Secret?
    package var newPassword: Secret?
    /// The address or number to register.
    package var target: String?
    /// The attributes of a new account by identifier.
    package var attributes: [String: JSONValue]?

    package init(
        continuationToken: Secret,
        username: String? = nil,
        password: Secret? = nil,
        otp: Secret? = nil,
        code: Secret? = nil,
        newPassword: Secret? = nil,
        target: String? = nil,
        attributes: [String: JSONValue]? = nil
    ) {
        self.continuationToken = continuationToken
        self.username = username
        self.password = password
        self.otp = otp
        self.code = code
        self.newPassword = newPassword
        self.target = target
        self.attributes = attributes
    }

    /// The maximum size of a body in bytes.
    package static let bodyLimit = 32 * 1024
    /// The maximum length of a continuation token in bytes.
    package static let tokenLimit = 4096
    /// The maximum nesting of a body; attributes are objects of values.
    private static let depth = 6

    /// Reads a body.
    ///
    /// - Throws: An error for a body that is not a JSON object, or a member of the wrong type or length.
    package init(body: Data) throws(EntraInteractionError) {
        do { self = try JSONCoding.decode(Self.self, from: body, depth: Self.depth) } catch {
            throw EntraInteractionError(
                .invalidRequest,
                EntraErrorNumber.invalidParameter,
                text: "The body is not valid: \(error.message)"
            )
        }
        guard continuationToken.reveal().utf8.count <= Self.tokenLimit else {
            throw .invalid(CodingKeys.continuationToken.rawValue)
        }
        let lines: [(CodingKeys, String?)] = [
            (.username, username), (.target, target), (.otp, otp?.reveal()), (.code, code?.reveal()),
        ]
        for (name, text) in lines {
            guard let text else { continue }
            guard text.utf8.count <= Self.lineLimit, !text.unicodeScalars.contains(where: \.properties.isControl) else {
                throw .invalid(name.rawValue)
            }
        }
        for (name, secret) in [(CodingKeys.password, password), (.newPassword, newPassword)] {
            guard (secret?.reveal().utf8.count ?? 0) <= Self.passwordLimit else { throw .invalid(name.rawValue) }
        }
    }

    /// The maximum length of addresses and codes in bytes.
    private static let lineLimit = 1024
    /// The maximum length of a password in bytes.
    private static let passwordLimit = 16 * 1024

    /// The names of the members.
    package enum CodingKeys: String, CodingKey {
        case continuationToken, username, password, otp, code, newPassword, target, attributes
    }

    /// Returns the value of a member.
    ///
    /// - Throws: An error that names the member if the value is missing or empty.
    package func required(_ value: String?, _ name: CodingKeys) throws(EntraInteractionError) -> String {
        guard let value, !value.isEmpty else { throw .invalid(name.rawValue) }
        return value
    }
}

extension Unicode.Scalar.Properties {
    /// Whether the scalar is a control character.
    fileprivate var isControl: Bool { generalCategory == .control }
}
