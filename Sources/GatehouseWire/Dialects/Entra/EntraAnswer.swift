package import Foundation
package import HTTPTypes

/// What a server of native authentication answers with status 200: what was asked for, or that a browser has to go on.
package enum EntraAnswer<Success: JSONResponse>: WireResponse {
    case success(Success)
    /// The flow cannot go on here, for that reason, in words for developers.
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
        case .redirect(let reason): WireJSON.encode(Redirect(challengeType: .redirect, reason: reason))
        }
    }

    package init(body: Data, fields: HTTPFields) throws(WireError) {
        if let redirect = try? WireJSON.decode(Redirect.self, from: body), redirect.challengeType == .redirect {
            self = .redirect(reason: redirect.reason)
        } else {
            self = .success(try Success(body: body, fields: fields))
        }
    }
}

extension EntraAnswer: Equatable where Success: Equatable {}
