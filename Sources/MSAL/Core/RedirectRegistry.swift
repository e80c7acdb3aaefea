import Foundation
import Gatehouse
import GatehouseConcurrency

/// The applications of this process that can receive redirect URLs.
final class RedirectRegistry: Sendable {
    static let shared = RedirectRegistry()

    private struct Entry: Sendable {
        weak let app: NativeAuthContext?
    }

    private let entries = Mutex<[Entry]>([])

    func add(_ app: NativeAuthContext) {
        entries.withLock { entries in
            entries.removeAll { $0.app == nil }
            entries.append(Entry(app: app))
        }
    }

    /// Closes the server's open pages.
    ///
    /// - Returns: `true` if a page was open.
    func closeOpenPages() -> Bool {
        let clients = entries.withLock { $0.compactMap(\.app?.gatehouse) }
        return clients.map { $0.signInFlow.dismiss() }.contains(true)
    }

    /// Passes a URL to the applications; returns whether one of them handled it.
    func handle(_ url: URL) -> Bool {
        let clients = entries.withLock { $0.compactMap(\.app?.gatehouse) }
        // A request in this process takes precedence over one from before a relaunch.
        return clients.contains { $0.signInFlow.handle(url) }
            || clients.contains { $0.signInFlow.completeInBackground(from: url) }
    }
}
