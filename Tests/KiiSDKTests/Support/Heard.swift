import Foundation
import KiiSDK

/// What an app hears.
struct Heard: Sendable {
    var user: KiiUser?
    var error: NSError?

    // swift-format-ignore: NeverForceUnwrap
    /// What apps show, with the cast that they write.
    var text: String? { error.map { $0.userInfo["description"] as! String } }
}
