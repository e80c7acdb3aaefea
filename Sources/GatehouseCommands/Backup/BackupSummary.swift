import Foundation
import GatehouseStoreSQLite

/// What a backup holds, for whoever made it or put it back.
struct BackupSummary: Encodable {
    let folder: String
    let accounts: Int
    let clients: Int
    let sessions: Int
    /// The size of the database.
    let bytes: Int

    init(_ counts: SQLiteCopy.Counts, in folder: URL, of database: URL) {
        self.folder = folder.path
        accounts = counts.accounts
        clients = counts.clients
        sessions = counts.sessions
        bytes = (try? database.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
    }

    /// The numbers as a person reads them.
    var words: String {
        let size = bytes.formatted(.byteCount(style: .file))
        let records = [(accounts, "account"), (clients, "client"), (sessions, "session")].map { count, noun in
            "\(count) \(noun)\(count == 1 ? "" : "s")"
        }
        return "\(records.joined(separator: ", ")); \(size)"
    }
}
