import Foundation
import GatehouseTesting
import KiiSDK

/// The outcome of a call.
struct CallOutcome: Sendable {
    var user: KiiUser?
    var error: NSError?

    init(user: KiiUser? = nil, error: NSError? = nil) {
        self.user = user
        self.error = error
        if let error { TestTrace.run?.print(error) }
    }

    // swift-format-ignore: NeverForceUnwrap
    /// The description, read with the cast that apps write.
    var text: String? { error.map { $0.userInfo["description"] as! String } }
}
