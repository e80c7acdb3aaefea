import Foundation
import GatehouseTesting
import LoginWithAmazon

/// The arguments of a handler call as a value.
struct Outcome: Sendable, Hashable {
    var token: String?
    var code: String?
    var clientID: String?
    var redirectURI: String?
    var userID: String?
    var profile: [String: String]?
    var isCancelled = false
    var error: ErrorCode?

    /// Whether exactly one of token, cancellation and error is present.
    var isExactlyOneOutcome: Bool { [token != nil, isCancelled, error != nil].count { $0 } == 1 }

    init(_ result: AMZNAuthorizeResult?, _ isCancelled: Bool, _ error: (any Error)?) {
        token = result?.token
        code = result?.authorizationCode
        clientID = result?.clientId
        redirectURI = result?.redirectUri
        userID = result?.user?.userID
        profile = result?.user?.profileData as? [String: String]
        self.isCancelled = isCancelled
        self.error = error.map(ErrorCode.init)
    }
}

/// An error of the module as a value.
struct ErrorCode: Sendable, Hashable, CustomStringConvertible {
    let code: UInt
    let domain: String
    let message: String?
    let retryAfter: Int?

    init(_ error: any Error) {
        TestTrace.run?.print(error)
        let error = error as NSError
        code = UInt(error.code)
        domain = error.domain
        message = error.userInfo["AMZNLWAErrorNonLocalizedDescription"] as? String
        retryAfter = (error.userInfo[kAMZNLWAErrorTimeUntilNextRetryAttempt] as? NSNumber)?.intValue
    }

    var description: String { "\(domain) \(code): \(message ?? "")" }
}
