import GRDB
import GatehouseStore
import GatehouseWire

extension Database {
    func apply(_ change: KeyChange) throws -> Bool {
        switch change {
        case .insert(let key):
            return try insert(
                into: "keys",
                [
                    "id": key.id.rawValue,
                    "algorithm": key.algorithm.rawValue,
                    "sealed_private_key": key.sealedPrivateKey,
                    "created_at": key.createdAt.milliseconds,
                    "retired_at": key.retiredAt?.milliseconds,
                    "expires_at": key.expiresAt?.milliseconds,
                ],
                where: "NOT EXISTS (SELECT 1 FROM keys WHERE algorithm = ? AND retired_at IS NULL)",
                [key.algorithm.rawValue]
            )
        case .retire(let id, let date, let expiresAt):
            return try update(
                "keys",
                ["retired_at": date.milliseconds, "expires_at": expiresAt.milliseconds],
                where: "id = ? AND retired_at IS NULL",
                [id.rawValue]
            ) == 1
        case .delete(let id):
            try run("DELETE FROM keys WHERE id = ?", [id.rawValue])
            return true
        }
    }
}
