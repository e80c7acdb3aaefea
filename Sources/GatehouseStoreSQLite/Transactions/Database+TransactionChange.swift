import GRDB
import GatehouseStore

extension Database {
    func apply(_ change: TransactionChange) throws -> Bool {
        switch change {
        case .insert(let record):
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
        case .advance(let record):
            try update(
                "transactions",
                [
                    "revision": record.revision,
                    "state": record.state,
                    "created_at": record.createdAt.milliseconds,
                    "expires_at": record.expiresAt.milliseconds,
                    "finished_at": record.finishedAt?.milliseconds,
                ],
                where: "id = ? AND revision = ? AND finished_at IS NULL",
                [record.id.rawValue, record.revision - 1]
            ) == 1
        }
    }
}
