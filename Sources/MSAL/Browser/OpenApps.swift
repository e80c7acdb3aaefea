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

    /// Closes the server's open pages.
    ///
    /// - Returns: Whether a page was open.
    func closePages() -> Bool {
        let clients = entries.withLock { $0.compactMap(\.app?.gatehouse) }
        return clients.map { $0.closeVisits() }.contains(true)
    }

    /// Hands in a URL; whether one of the applications waited for it.
    func handle(_ url: URL) -> Bool {
        let clients = entries.withLock { $0.compactMap(\.app?.gatehouse) }
        // Whoever waits for it comes before whoever could go on with what another process began.
        return clients.contains { $0.endVisit(with: url) } || clients.contains { $0.resumeSoon(url) }
    }
}
