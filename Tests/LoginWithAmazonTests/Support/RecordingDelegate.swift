import Foundation
import GatehouseTesting
import LoginWithAmazon

/// A delegate call as a value.
struct DelegateCall: Sendable, Hashable {
    var api: API
    var text: String?
    var profile: [String: String]?
    var error: UInt?
    var message: String?
}

/// A delegate with the common spelling of the methods.
final class RecordingDelegate: NSObject, AIAuthenticationDelegate {
    private let report: (DelegateCall) -> Void

    init(_ report: @escaping (DelegateCall) -> Void) {
        self.report = report
    }

    func requestDidSucceed(_ apiResult: APIResult!) {
        report(DelegateCall(apiResult))
    }

    func requestDidFail(_ errorResponse: APIError!) {
        report(DelegateCall(errorResponse))
    }
}

/// A delegate with the nonoptional spelling of the methods.
final class NonoptionalDelegate: NSObject, AMZNLWAAuthenticationDelegate {
    private let report: (DelegateCall) -> Void

    init(_ report: @escaping (DelegateCall) -> Void) {
        self.report = report
    }

    func requestDidSucceed(_ apiResult: APIResult) {
        report(DelegateCall(apiResult))
    }

    func requestDidFail(_ errorResponse: APIError) {
        report(DelegateCall(errorResponse))
    }
}

#if !canImport(ObjectiveC)
/// A delegate without methods, which the Objective-C protocol requires.
final class EmptyDelegate: NSObject, AMZNLWAAuthenticationDelegate {}
#endif

extension DelegateCall {
    init(_ result: APIResult) {
        self.init(api: result.api, text: result.result as? String, profile: result.result as? [String: String])
    }

    init(_ error: APIError) {
        TestTrace.run?.print("\(error) \(error.error.message ?? "")", from: "error")
        self.init(api: error.api, error: error.error.code, message: error.error.message)
    }
}
