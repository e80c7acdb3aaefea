import GRDB
import GatehouseStore
import GatehouseWire

extension Database {
    func apply(_ change: CustomFieldsChange) throws -> Bool {
        switch change {
        case .put(let fields):
            let sql = """
                INSERT INTO custom_fields (account_id, client_id, fields) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET fields = excluded.fields
                """
            try run(
                sql,
                [fields.accountID.rawValue, fields.clientID.rawValue, StoredJSON.text(fields.values)]
            )
        case .remove(let accountID, let clientID):
            let sql = "DELETE FROM custom_fields WHERE account_id = ? AND client_id = ?"
            try run(sql, [accountID.rawValue, clientID.rawValue])
        }
        return true
    }
}
