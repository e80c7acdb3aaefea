import Foundation
import GatehouseTesting
import LoginWithAmazon

/// What a delegate was told, as a value.
struct Told: Sendable, Hashable {
    var api: API
    var text: String?
    var profile: [String: String]?
    var error: UInt?
    var message: String?
}

/// A delegate as most apps write one.
final class Listener: NSObject, AIAuthenticationDelegate {
    private let tell: (Told) -> Void

    init(_ tell: @escaping (Told) -> Void) {
        self.tell = tell
    }

    func requestDidSucceed(_ apiResult: APIResult!) {
        tell(Told(apiResult))
    }

    func requestDidFail(_ errorResponse: APIError!) {
        tell(Told(errorResponse))
    }
}

/// A delegate in the other spelling.
final class StrictListener: NSObject, AMZNLWAAuthenticationDelegate {
    private let tell: (Told) -> Void

    init(_ tell: @escaping (Told) -> Void) {
        self.tell = tell
    }

    func requestDidSucceed(_ apiResult: APIResult) {
        tell(Told(apiResult))
    }

    func requestDidFail(_ errorResponse: APIError) {
        tell(Told(errorResponse))
    }
}

/// A delegate that has neither method.
final class DeafListener: NSObject, AMZNLWAAuthenticationDelegate {}

extension Told {
    init(_ result: APIResult) {
        self.init(api: result.api, text: result.result as? String, profile: result.result as? [String: String])
    }

    init(_ error: APIError) {
        TestTrace.run?.print("\(error) \(error.error.message ?? "")", from: "error")
        self.init(api: error.api, error: error.error.code, message: error.error.message)
    }
}
