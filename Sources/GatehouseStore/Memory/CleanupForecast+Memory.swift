import Foundation

extension CleanupForecast {
    /// Counts the records for ``Store/forecast(before:grace:events:)``.
    init(of state: MemoryState, before date: Date, grace: TimeInterval, events eventDate: Date?) {
        let cutoff = date.addingTimeInterval(-grace).flooredToMilliseconds
        let sessions = state.sessions.records.filter { $0.isOffline && $0.endedAt == nil }
        let browserSessions = state.browserSessions.records.filter { $0.endedAt == nil }
        let events = state.events.records
        self.init(
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
