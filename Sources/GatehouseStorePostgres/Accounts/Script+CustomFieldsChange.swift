import GatehouseStore
import GatehouseWire

extension Script {
    mutating func append(_ change: CustomFieldsChange) throws(StoreError) {
        switch change {
        case .put(let fields):
            let (account, client) = (fields.accountID.rawValue, fields.clientID.rawValue)
            let values = try StoredJSON.text(fields.values)
            run(
                """
                INSERT INTO custom_fields (account_id, client_id, fields)
                VALUES (\(account), \(client), \(values))
                ON CONFLICT (account_id, client_id) DO UPDATE SET fields = excluded.fields
                """
            )
        case .remove(let account, let client):
            run(
                "DELETE FROM custom_fields WHERE account_id = \(account.rawValue) AND client_id = \(client.rawValue)"
            )
        }
    }
}
