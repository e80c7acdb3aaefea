package import Foundation
package import HTTPTypes

/// A response of native authentication with status 200: a result or a redirect to the browser.
package enum EntraResponse<Success: JSONResponse>: WireResponse {
    case success(Success)
    /// The flow must continue in a browser, for a reason in words for developers.
    case redirect(reason: String?)

    private struct Redirect: Codable {
        var challengeType: EntraChallengeType?
        var reason: String?

        enum CodingKeys: String, CodingKey {
            case challengeType = "challenge_type"
            case reason = "redirect_reason"
        }
    }

    package var fields: HTTPFields { .uncachedJSON }

    package func body() -> Data {
        switch self {
        case .success(let success): success.body()
        case .redirect(let reason): JSONCoding.encode(Redirect(challengeType: .redirect, reason: reason))
        }
    }

    package init(body: Data, fields: HTTPFields) throws(WireError) {
        if let redirect = try? JSONCoding.decode(Redirect.self, from: body), redirect.challengeType == .redirect {
            self = .redirect(reason: redirect.reason)
        } else {
            self = .success(try Success(body: body, fields: fields))
        }
    }
}

extension EntraResponse: Equatable where Success: Equatable {}

/// A method of authentication in Entra's native authentication, supported by a client or chosen by the server.
public struct EntraChallengeType: ExtensibleValue {
    /// The value as sent on the wire.
    public let rawValue: String

    /// Creates a value from its wire form.
    ///
    /// - Parameter rawValue: The value, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A code that is sent out of band.
    public static let oob = Self(rawValue: "oob")

    /// A password.
    public static let password = Self(rawValue: "password")

    /// Continues in a browser.
    public static let redirect = Self(rawValue: "redirect")

    /// No challenge: the address of a registration is verified already.
    public static let preverified = Self(rawValue: "preverified")

    /// The values that clients may list.
    package static let requestable: [Self] = [.oob, .password, .redirect]
}

/// A capability of a client beyond the first factor; without a required one, the server redirects to a browser.
public struct EntraCapability: ExtensibleValue {
    /// The value as sent on the wire.
    public let rawValue: String

    /// Creates a value from its wire form.
    ///
    /// - Parameter rawValue: The value, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The client supports a second factor.
    public static let mfaRequired = Self(rawValue: "mfa_required")

    /// The client supports the registration of a second factor.
    public static let registrationRequired = Self(rawValue: "registration_required")
}
