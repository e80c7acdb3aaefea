import Foundation

extension CleanupForecast {
    /// Counts the records for ``Store/forecast(before:grace:events:)``.
    init(of state: MemoryState, before date: Date, grace: TimeInterval, events eventDate: Date?) {
        let cutoff = date.addingTimeInterval(-grace).flooredToMilliseconds
        let sessions = state.sessions.records.filter { $0.isOffline && $0.endedAt == nil }
        let browserSessions = state.browserSessions.records.filter { $0.endedAt == nil }
        let events = state.events.records
        self.init(
            sessions: Share(sessions.count { $0.expiresAt.day < cutoff.day }, of: sessions.count),
            browserSessions: Share(browserSessions.count { $0.expiresAt < cutoff }, of: browserSessions.count),
            events: Share(
                eventDate.map { date in events.count { $0.at < date.flooredToMilliseconds } } ?? 0,
                of: events.count
            )
        )
    }
}

extension CleanupForecast.Share {
    fileprivate init(_ expired: Int, of total: Int) {
        self.init(expired: expired, total: expired == 0 ? 0 : total)
    }
}
