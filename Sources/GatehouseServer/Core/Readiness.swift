import Foundation
package import GatehouseStore

/// Whether the server can work: the store is asked, at most once a second while it answers, because its answer is a write.
package actor Readiness {
    private static let memory: TimeInterval = 1

    private let core: ServerCore
    private var lastGood: Date?
    private var running: Task<StoreError?, Never>?
    /// Whether the server is about to stop, so that whoever shares callers out should give it no more of them.
    package private(set) var isDraining = false

    package init(core: ServerCore) {
        self.core = core
    }

    /// From now on the server is about to stop.
    package func drain() { isDraining = true }

    /// Answers when the store works, or did within the last second.
    ///
    /// - Throws: What the store said, which is asked again the next time; who asks while it is being asked gets the same answer.
    package func check() async throws(StoreError) {
        let now = core.now
        // Rethrowing the error itself would count it as another fault.
        if core.faults.recent(at: now) != nil {
            throw .unavailable("Records in the store are damaged or out of date: see the errors before this one.")
        }
        if let lastGood, abs(now.timeIntervalSince(lastGood)) < Self.memory { return }
        let question =
            running
            ?? Task { [core] in
                do throws(StoreError) {
                    try await core.store.checkHealth()
                    try await core.clock?.measure(core.store)
                    if let problem = core.clock?.problem { throw .unavailable(problem) }
                    return nil
                } catch {
                    return error
                }
            }
        running = question
        let failure = await question.value
        running = nil
        if let failure { throw failure }
        lastGood = now
    }
}
