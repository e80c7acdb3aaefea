/// The numbers of long-lived records that a sweep would delete.
///
/// Short-lived records are not counted: after a night without a server all of them have expired.
package struct SweepForecast: Sendable, Equatable {
    /// The expired records of one kind, and the total.
    package struct Share: Sendable, Equatable {
        package let expired: Int
        package let total: Int

        package init(expired: Int, total: Int) {
            self.expired = expired
            self.total = total
        }
    }

    /// Sessions with refresh tokens that have not been ended.
    package let sessions: Share
    /// Browser sessions that have not been ended.
    package let browserSessions: Share
    package let events: Share

    package init(sessions: Share, browserSessions: Share, events: Share) {
        self.sessions = sessions
        self.browserSessions = browserSessions
        self.events = events
    }
}
