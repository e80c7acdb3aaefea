import GatehouseStoreSQLite
import GatehouseTestSupport

extension TemporaryDirectory {
    /// The path of the database; the directory is created by the store.
    var database: String { path + "/gatehouse.sqlite" }

    func store() throws -> SQLiteStore {
        try SQLiteStore(path: database)
    }
}
