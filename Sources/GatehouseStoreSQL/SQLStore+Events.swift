package import Foundation
package import GatehouseStore

/// The audit log and its streams.
extension SQLStore {
    package func events(
        matching filter: AuditFilter,
        before id: AuditEvent.ID?,
        limit: Int
    ) async throws(StoreError) -> [AuditEvent] {
        try await all(AuditEvent.page(matching: filter, before: id, limit: limit), AuditEvent.init(row:))
    }

    package func events(
        matching filter: AuditFilter,
        after position: Int64,
        limit: Int
    ) async throws(StoreError) -> [PositionedEvent] {
        let query = AuditEvent.page(matching: filter, after: position, limit: limit)
        return try await all(query) { row throws(StoreError) in
            PositionedEvent(position: Int64(try row.integer("sequence")), event: try AuditEvent(row: row))
        }
    }

    package func eventPosition(before date: Date?) async throws(StoreError) -> Int64 {
        if let date, let position = try await position(AuditEvent.position(before: date)) { return position }
        return try await position(SQLQuery("audit event", AuditEvent.lastPosition)) ?? 0
    }

    private func position(_ query: SQLQuery) async throws(StoreError) -> Int64? {
        try await first(query) { row throws(StoreError) in Int64(try row.integer("position")) }
    }

    package func eventStreams() async throws(StoreError) -> [EventStream.ID] {
        try await all(SQLQuery("event stream", EventStreamChange.all)) { row throws(StoreError) in
            try row.value("id")
        }
    }

    package func eventNotices(
        for streams: [EventStream.ID],
        limit: Int
    ) async throws(StoreError) -> [EventNotice] {
        guard !streams.isEmpty else { return [] }
        return try await all(EventNotice.oldest(for: streams, limit: limit), EventNotice.init(row:))
    }
}
