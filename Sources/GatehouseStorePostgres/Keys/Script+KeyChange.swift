import GatehouseStore
import GatehouseWire

extension Script {
    mutating func append(_ change: KeyChange) {
        switch change {
        case .insert(let key):
            let algorithm = key.algorithm.rawValue
            // Of two nodes that both find none, the index `keys_in_use` lets one in.
            insert(
                into: "keys",
                [
                    "id": key.id.rawValue,
                    "algorithm": key.algorithm.rawValue,
                    "sealed_private_key": key.sealedPrivateKey,
                    "created_at": key.createdAt.milliseconds,
                    "retired_at": key.retiredAt?.milliseconds,
                    "expires_at": key.expiresAt?.milliseconds,
                ],
                where: "NOT EXISTS (SELECT 1 FROM keys WHERE algorithm = \(algorithm) AND retired_at IS NULL)"
            )
        case .retire(let id, let date, let expiresAt):
            update(
                "keys",
                ["retired_at": date.milliseconds, "expires_at": expiresAt.milliseconds],
                where: "id = \(id.rawValue) AND retired_at IS NULL"
            )
        case .delete(let id):
            run("DELETE FROM keys WHERE id = \(id.rawValue)")
        }
    }
}
