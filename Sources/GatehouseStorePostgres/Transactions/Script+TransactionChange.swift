import GatehouseStore

extension Script {
    mutating func append(_ change: TransactionChange) {
        switch change {
        case .insert(let record): insert(record)
        case .advance(let record): replace(record, where: " AND finished_at IS NULL")
        case .put(let record) where record.revision == 1: insert(record)
        case .put(let record): replace(record, where: "")
        }
    }

    private mutating func insert(_ record: TransactionRecord) {
        insert(
            into: "transactions",
            [
                "id": record.id.rawValue,
                "revision": record.revision,
                "state": record.state,
                "created_at": record.createdAt.milliseconds,
                "expires_at": record.expiresAt.milliseconds,
                "finished_at": record.finishedAt?.milliseconds,
            ]
        )
    }

    private mutating func replace(_ record: TransactionRecord, where condition: SQL) {
        update(
            "transactions",
            [
                "revision": record.revision,
                "state": record.state,
                "created_at": record.createdAt.milliseconds,
                "expires_at": record.expiresAt.milliseconds,
                "finished_at": record.finishedAt?.milliseconds,
            ],
            where: "id = \(record.id.rawValue) AND revision = \(record.revision - 1)\(condition)"
        )
    }
}
