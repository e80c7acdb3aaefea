import Foundation

extension MemoryState {
    /// Deletes what ``Store/sweep(before:grace:)`` names; answers how much it was.
    mutating func sweep(before date: Date, grace: TimeInterval) -> Int {
        let now = date.flooredToMilliseconds
        let cutoff = date.addingTimeInterval(-grace).flooredToMilliseconds
        let undecided = date.addingTimeInterval(-min(grace, DeviceAuthorization.undecidedGrace)).flooredToMilliseconds
        return transactions.removeAll { $0.expiresAt < now }
            + counters.removeAll { $0.expiresAt < now }
            + revokedTokens.removeAll { $0 < now }
            + codes.removeAll { $0.expiresAt < cutoff }
            + devices.removeAll { $0.expiresAt < ($0.decision == .pending ? undecided : cutoff) }
            + sessions.removeAll { min($0.endedAt ?? $0.expiresAt, $0.expiresAt) < cutoff }
            + browserSessions.removeAll { min($0.endedAt ?? $0.expiresAt, $0.expiresAt) < cutoff }
    }
}
