import Foundation

/// A temporary directory that is deleted with this object.
final class TemporaryDirectory: Sendable {
    let path = NSTemporaryDirectory() + "gatehouse-end-to-end-" + UUID().uuidString

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
