import Foundation

/// The path of a temporary directory, which is deleted with this object.
package final class TemporaryDirectory: Sendable {
    package let path = NSTemporaryDirectory() + "gatehouse-" + UUID().uuidString

    package init() {}

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
