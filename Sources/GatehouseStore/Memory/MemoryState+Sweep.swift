import Foundation

extension MemoryState {
    /// Deletes what ``Store/sweep(before:grace:)`` names; answers how much it was.
    mutating func sweep(before date: Date, grace: TimeInterval) -> Int {
        let now = date.flooredToMilliseconds
        sweptAt = now
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

    /// Counts the records for ``Store/forecast(before:grace:events:)``.
    func forecast(before date: Date, grace: TimeInterval, events eventDate: Date?) -> SweepForecast {
        let cutoff = date.addingTimeInterval(-grace).flooredToMilliseconds
        let sessions = sessions.records.filter { $0.isOffline && $0.endedAt == nil }
        let browserSessions = browserSessions.records.filter { $0.endedAt == nil }
        let events = events.records
        return SweepForecast(
            sessions: .init(expired: sessions.count { $0.expiresAt < cutoff }, total: sessions.count),
            browserSessions: .init(
                expired: browserSessions.count { $0.expiresAt < cutoff },
                total: browserSessions.count
            ),
            events: .init(
                expired: eventDate.map { date in events.count { $0.at < date.flooredToMilliseconds } } ?? 0,
                total: events.count
            )
        )
    }
}
