/// The streams of audit events, and the notices of each in order of writing.
struct MemoryEventStreams: Sendable {
    private var notices: [EventStream.ID: [AuditEvent.ID]] = [:]

    var ids: [EventStream.ID] { Array(notices.keys) }

    /// Adds a notice of an event to each stream.
    mutating func append(_ event: AuditEvent.ID) {
        for id in notices.keys { notices[id, default: []].append(event) }
    }

    /// Applies a change and returns whether its condition held.
    mutating func apply(_ change: EventStreamChange) -> Bool {
        switch change {
        case .insert(let id):
            guard notices[id] == nil else { return false }
            notices[id] = []
        case .remove(let id):
            notices[id] = nil
        case .removeNotice(let id, let event):
            guard let index = notices[id]?.firstIndex(of: event.id) else { return false }
            notices[id]?.remove(at: index)
        // A stream is removed with all its notices, and no other thread writes meanwhile.
        case .removeStrayNotices: break
        }
        return true
    }

    /// Returns the notices of events that still exist.
    func notices(
        for streams: [EventStream.ID],
        of events: MemoryTable<AuditEvent.ID, AuditEvent>,
        limit: Int
    ) -> [EventNotice] {
        let all = streams.flatMap { stream in
            (notices[stream] ?? []).compactMap { id in events[id].map { EventNotice(stream: stream, event: $0) } }
        }
        let ordered = all.sorted { ($0.event.at, $0.event.id.rawValue) < ($1.event.at, $1.event.id.rawValue) }
        return Array(ordered.prefix(limit))
    }
}
