import Foundation

/// A directory of its own for one test, deleted with it.
final class TemporaryDirectory: Sendable {
    let path = NSTemporaryDirectory() + "gatehouse-stories-" + UUID().uuidString

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
