package import GatehouseStore

extension SQLStore {
    package func messageBacklog() async throws(StoreError) -> [MessageBacklog] {
        try await all(SQLQuery("message", MessageBacklog.byKind, isLong: true), MessageBacklog.init(row:))
    }
}

extension MessageBacklog {
    fileprivate static let byKind: SQLText =
        "SELECT kind, count(*) AS count, min(created_at) AS oldest FROM messages GROUP BY kind"

    fileprivate init(row: SQLRow) throws(StoreError) {
        self.init(kind: try row.value("kind"), count: try row.integer("count"), oldest: try row.date("oldest"))
    }
}
