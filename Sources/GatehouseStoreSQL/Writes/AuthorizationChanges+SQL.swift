import Foundation
import GatehouseStore

extension ResourceChange {
    /// The statements of the changes.
    private enum SQL {
        static let insertion = SQLWrite.conditional(SQLText(Resource.table.insertion()))
        static let update = SQLWrite.conditional(
            SQLText(Resource.table.update(where: "id = $1 AND revision = \(Resource.table.nextParameter)"))
        )
        static let deletion = SQLWrite.conditional("DELETE FROM resources WHERE id = $1")
    }

    /// Appends the statement of the change.
    func append(to batch: inout StatementBatch) throws(StoreError) {
        switch self {
        case .insert(let resource):
            batch.append(SQL.insertion, try Resource.table.values(of: resource))
        case .update(let resource):
            batch.append(SQL.update, try Resource.table.values(of: resource) + [.integer(resource.revision - 1)])
        case .delete(let id):
            batch.append(SQL.deletion, [.value(id)])
        }
    }
}

extension PushedRequestChange {
    /// The statements of the changes.
    private enum SQL {
        static let insertion = SQLWrite.conditional(SQLText(PushedRequest.table.insertion()))
        static let consumption = SQLWrite.conditional("DELETE FROM pushed_requests WHERE id = $1")
    }

    /// Appends the statement of the change.
    func append(to batch: inout StatementBatch) throws(StoreError) {
        switch self {
        case .insert(let request):
            batch.append(SQL.insertion, try PushedRequest.table.values(of: request))
        case .consume(let id):
            batch.append(SQL.consumption, [.value(id)])
        }
    }
}

extension InitialAccessTokenChange {
    /// The statements of the changes.
    private enum SQL {
        static let insertion = SQLWrite.conditional(SQLText(InitialAccessToken.table.insertion()))
        static let use = SQLWrite.conditional(
            """
            UPDATE initial_access_tokens SET remaining = remaining - 1
            WHERE id = $1 AND expires_at > $2 AND (remaining IS NULL OR remaining > 0)
            """
        )
        static let deletion = SQLWrite.unconditional("DELETE FROM initial_access_tokens WHERE id = $1")
    }

    /// Appends the statement of the change.
    func append(to batch: inout StatementBatch) throws(StoreError) {
        switch self {
        case .insert(let token):
            batch.append(SQL.insertion, try InitialAccessToken.table.values(of: token))
        case .use(let id, let date):
            batch.append(SQL.use, [.value(id), .date(date)])
        case .delete(let id):
            batch.append(SQL.deletion, [.value(id)])
        }
    }
}

/// The use of a single-use identifier.
enum UsedIdentifier {
    /// Inserts the identifier, or replaces one whose validity has ended.
    private static let insertion = SQLWrite.conditional(
        """
        INSERT INTO used_identifiers (id, expires_at) VALUES ($1, $2)
        ON CONFLICT (id) DO UPDATE SET expires_at = excluded.expires_at WHERE used_identifiers.expires_at <= $3
        """
    )

    /// Appends the statement of the change.
    static func append(_ id: String, until: Date, at date: Date, to batch: inout StatementBatch) {
        batch.append(insertion, [.text(id), .date(until), .date(date)])
    }
}
