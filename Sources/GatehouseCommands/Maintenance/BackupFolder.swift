import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseStoreSQLite
import GatehouseWire

/// A folder with a backup: a copy of the database and the key file that decrypts it.
struct BackupFolder {
    let folder: URL

    var database: URL { folder.appending(path: "gatehouse.sqlite") }
    var keyFile: URL { folder.appending(path: "key") }

    init(path: String) {
        folder = URL(filePath: path, directoryHint: .isDirectory)
    }

    private init(folder: URL) {
        self.folder = folder
    }

    /// Whether the folder is missing or empty.
    var isAvailable: Bool {
        guard FileManager.default.fileExists(atPath: folder.path) else { return true }
        return (try? FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty) ?? false
    }

    /// Returns a temporary folder with an unpredictable name, which is renamed once the backup is complete.
    func draft(_ random: RandomSource) -> BackupFolder {
        let name = ".\(folder.lastPathComponent).\(Base64URL.encode(random.bytes(9)))"
        return BackupFolder(
            folder: folder.deletingLastPathComponent().appending(path: name, directoryHint: .isDirectory)
        )
    }

    /// Creates the folder, accessible only by its owner; an existing one is an error, because it may belong to another
    /// user.
    func create() throws(CommandError) {
        do {
            try FileManager.default.createDirectory(
                at: folder.deletingLastPathComponent(),
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            guard unsafe mkdir(folder.path, 0o700) == 0 else {
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
        } catch {
            throw CommandError(
                "Folder '\(folder.path)' can't be created: \(error.localizedDescription)",
                advice: "Choose a location that this user can write to."
            )
        }
    }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Writes the key file, readable only by its owner.
    func write(key: Data) throws(CommandError) {
        do {
            guard
                FileManager.default.createFile(
                    atPath: keyFile.path,
                    contents: nil,
                    attributes: [.posixPermissions: 0o600]
                )
            else { throw CocoaError(.fileWriteUnknown) }
            let file = try FileHandle(forWritingTo: keyFile)
            defer { try? file.close() }
            try file.write(contentsOf: key)
            try file.synchronize()
        } catch {
            throw CommandError(
                "Key file '\(keyFile.path)' can't be written.",
                advice: "Check the folder's permissions and the free disk space."
            )
        }
    }

    /// Renames the folder to its final name.
    func move(to final: BackupFolder) throws(CommandError) {
        do {
            if FileManager.default.fileExists(atPath: final.folder.path) {
                // Fails if the folder is not empty.
                guard unsafe rmdir(final.folder.path) == 0 else { throw CocoaError(.fileWriteFileExists) }
            }
            try FileManager.default.moveItem(at: folder, to: final.folder)
            try Self.synchronize(final.folder)
            try Self.synchronize(final.folder.deletingLastPathComponent())
        } catch {
            throw CommandError(
                "Folder '\(final.folder.path)' can't be created: \(error.localizedDescription)",
                advice: "Choose a folder that doesn't exist."
            )
        }
    }

    /// Syncs the entries of a folder to the disk.
    static func synchronize(_ folder: URL) throws {
        let names = try FileHandle(forReadingFrom: folder)
        defer { try? names.close() }
        try names.synchronize()
    }
}

/// The contents of a backup, as the command line shows them.
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

    /// A readable description of the numbers.
    var contents: String {
        let size = bytes.formatted(.byteCount(style: .file))
        let records = [(accounts, "account"), (clients, "client"), (sessions, "session")].map { count, noun in
            "\(count) \(noun)\(count == 1 ? "" : "s")"
        }
        return "\(records.joined(separator: ", ")); \(size)"
    }
}
