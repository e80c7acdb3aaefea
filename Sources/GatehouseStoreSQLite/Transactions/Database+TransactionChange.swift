import GRDB
import GatehouseStore

extension Database {
    func apply(_ change: TransactionChange) throws -> Bool {
        switch change {
        case .insert(let record): try insert(record)
        case .advance(let record): try replace(record, where: "AND finished_at IS NULL")
        case .put(let record) where record.revision == 1: try insert(record)
        case .put(let record): try replace(record)
        }
    }

    private func insert(_ record: TransactionRecord) throws -> Bool {
        try insert(
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

    private func replace(_ record: TransactionRecord, where condition: String = "") throws -> Bool {
        try update(
            "transactions",
            [
                "revision": record.revision,
                "state": record.state,
                "created_at": record.createdAt.milliseconds,
                "expires_at": record.expiresAt.milliseconds,
                "finished_at": record.finishedAt?.milliseconds,
            ],
            where: "id = ? AND revision = ? \(condition)",
            [record.id.rawValue, record.revision - 1]
        ) == 1
    }
}
