import Foundation
import GatehouseStore

/// The file a store lives in, with the rights it is made with.
struct DatabaseFile {
    let path: String

    private var directory: String {
        let parent = (path as NSString).deletingLastPathComponent
        return parent.isEmpty ? "." : parent
    }

    /// Makes the directory where it is missing, and holds its lock while the body runs, so that of two processes that start
    /// at once one waits until the other has made the schema.
    func exclusively<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            try FileManager.default.createDirectory(
                atPath: directory,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw StoreError.unavailable("The directory of the database cannot be made.")
        }
        try Self.check(directory)
        let lock = unsafe open(directory, O_RDONLY | O_CLOEXEC)
        guard lock >= 0 else { throw StoreError.unavailable("The directory of the database cannot be opened.") }
        defer { _ = close(lock) }
        guard flock(lock, LOCK_EX) == 0 else {
            throw StoreError.unavailable("The directory of the database cannot be locked.")
        }
        return try body()
    }

    /// Makes an empty file that its owner alone can read, unless there is one, which then has to be such a file.
    ///
    /// A file that exists is never opened here: closing it again would drop the locks that SQLite holds on it in this process.
    func create() throws(StoreError) {
        let file = unsafe open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        if file >= 0 {
            _ = close(file)
        } else if errno != EEXIST {
            throw .unavailable("The database file cannot be made.")
        }
        // SQLite follows a link, and keeps its other files beside the real one.
        let real = URL(filePath: realPath)
        try Self.check(real.deletingLastPathComponent().path)
        for ending in ["", "-wal", "-shm", "-journal", "-server"] { try Self.check(real.path + ending) }
    }

    /// The path of the file with symbolic links resolved.
    var realPath: String { URL(filePath: path).resolvingSymlinksInPath().path }

    private static func check(_ path: String) throws(StoreError) {
        guard let complaint = FileRights(path: path)?.complaint() else { return }
        throw .unavailable("\(complaint.problem) \(complaint.advice)")
    }
}
