import Foundation
import Gatehouse
import Synchronization

/// The applications of this process, for URLs that it is opened with.
final class OpenApps: Sendable {
    static let shared = OpenApps()

    private struct Entry: Sendable {
        weak let app: NativeApp?
    }

    private let entries = Mutex<[Entry]>([])

    func add(_ app: NativeApp) {
        entries.withLock { entries in
            entries.removeAll { $0.app == nil }
            entries.append(Entry(app: app))
        }
    }

    /// Hands in a URL; whether one of the applications waited for it.
    func handle(_ url: URL) -> Bool {
        entries.withLock { $0.compactMap(\.app) }.contains { $0.gatehouse.handle(url) }
    }
}
