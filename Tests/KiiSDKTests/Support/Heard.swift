import Foundation
import GatehouseTesting
import KiiSDK

/// What an app hears.
struct Heard: Sendable {
    var user: KiiUser?
    var error: NSError?

    init(user: KiiUser? = nil, error: NSError? = nil) {
        self.user = user
        self.error = error
        if let error { TestTrace.run?.print(error) }
    }

    // swift-format-ignore: NeverForceUnwrap
    /// What apps show, with the cast that they write.
    var text: String? { error.map { $0.userInfo["description"] as! String } }
}
