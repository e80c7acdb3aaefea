import GatehouseStore

extension CredentialChange {
    /// The statements of the changes.
    private enum SQL {
        static let insertion = SQLWrite.conditional(SQLText(Credential.table.insertion()))
        static let update = SQLWrite.conditional(
            SQLText(Credential.table.update(where: "id = $1 AND revision = \(Credential.table.nextParameter)"))
        )
        static let deletion = SQLWrite.conditional("DELETE FROM credentials WHERE id = $1")
        static let deletionOfAll = SQLWrite.unconditional("DELETE FROM credentials WHERE account_id = $1")
    }

    /// Appends the statement of the change.
    func append(to batch: inout StatementBatch) throws(StoreError) {
        switch self {
        case .insert(let credential):
            batch.append(SQL.insertion, try Credential.table.values(of: credential))
        case .update(let credential):
            batch.append(SQL.update, try Credential.table.values(of: credential) + [.integer(credential.revision - 1)])
        case .delete(let id):
            batch.append(SQL.deletion, [.value(id)])
        case .deleteAll(of: let account):
            batch.append(SQL.deletionOfAll, [.value(account)])
        }
    }
}
