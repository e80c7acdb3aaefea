import Foundation
import GRDB
import GatehouseConcurrency
import GatehouseStore

/// The database file of a store, created with restricted permissions.
struct DatabaseFile {
    let path: String

    private var directory: String {
        let parent = (path as NSString).deletingLastPathComponent
        return parent.isEmpty ? "." : parent
    }

    /// Runs the body while holding the lock of the directory, which is created if it is missing.
    ///
    /// Of two processes that start at the same time, one waits until the other has created the schema.
    func exclusively<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            try FileManager.default.createDirectory(
                atPath: directory,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw StoreError.unavailable("The database directory cannot be created.")
        }
        try Self.check(directory)
        let lock = unsafe open(directory, O_RDONLY | O_CLOEXEC)
        guard lock >= 0 else { throw StoreError.unavailable("The database directory cannot be opened.") }
        defer { _ = close(lock) }
        guard flock(lock, LOCK_EX) == 0 else {
            throw StoreError.unavailable("The database directory cannot be locked.")
        }
        return try body()
    }

    /// Creates an empty file with mode 0600, or checks the permissions of an existing one.
    ///
    /// Never opens an existing file: closing it would drop the locks that SQLite holds on it in this process.
    func create() throws(StoreError) {
        let file = unsafe open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        if file >= 0 {
            _ = close(file)
        } else if errno != EEXIST {
            try requireWritable()
            throw .unavailable("The database file cannot be created.")
        }
        try requirePrivate()
    }

    /// Throws if other users can access the folder or one of the files.
    func requirePrivate() throws(StoreError) {
        // SQLite follows symbolic links, and keeps its other files beside the target.
        let real = URL(filePath: realPath)
        try Self.check(real.deletingLastPathComponent().path)
        for suffix in ["", "-wal", "-shm", "-journal", "-server"] { try Self.check(real.path + suffix) }
    }

    /// Throws if the folder or one of the files cannot be written, for example on a read-only mount.
    ///
    /// SQLite itself would open such a database for reading only.
    func requireWritable() throws(StoreError) {
        let real = realPath
        let names = [
            ((real as NSString).deletingLastPathComponent, "folder of the database"), (real, "database file"),
            (real + "-wal", "write-ahead log of the database"), (real + "-shm", "index of the write-ahead log"),
        ]
        for (path, name) in names where unsafe access(path, W_OK) != 0 && errno != ENOENT {
            let reason = unsafe String(cString: strerror(errno))
            throw .unavailable("The \(name) can't be written: \(reason). Make it writable for the user of the server.")
        }
    }

    /// The size of the file in bytes.
    var size: Int { Self.size(of: realPath) }

    /// Whether there are commits in the write-ahead log, which a server empties when it stops.
    var hasLog: Bool { Self.size(of: realPath + "-wal") > 0 }

    private static func size(of path: String) -> Int {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// The path of the file with symbolic links resolved.
    var realPath: String { URL(filePath: path).resolvingSymlinksInPath().path }

    private static func check(_ path: String) throws(StoreError) {
        guard let problem = FilePermissions(path: path)?.problem() else { return }
        throw .unavailable("\(problem.message) \(problem.advice)")
    }
}

extension Configuration {
    /// The configuration of all connections; GRDB enables foreign keys by default.
    static var gatehouse: Configuration {
        var configuration = Configuration()
        configuration.label = "gatehouse"
        // The number of seconds that a connection waits for the transaction of another process.
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { db in
            // Limits the rows of each index that `PRAGMA optimize` reads.
            try db.execute(sql: "PRAGMA analysis_limit = 400")
        }
        return configuration
    }

    /// Returns the configuration of a connection that leaves a file and its write-ahead log as they are.
    ///
    /// A connection for writing moves the log into the file when it closes. One for reading cannot delete the log that
    /// it creates if there is none.
    static func unchanging(_ file: DatabaseFile) -> Configuration {
        var configuration = gatehouse
        configuration.readonly = FileManager.default.fileExists(atPath: file.realPath + "-wal")
        configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA query_only = 1") }
        return configuration
    }
}

/// A lock that allows one process at a time to serve a database file.
///
/// The kernel releases it when the process ends. Commands do not acquire it, so they work beside a server. The lock is
/// on a separate file, because closing the database file would drop the locks that SQLite holds in this process.
final class ServerLock: Sendable {
    private let descriptor: Mutex<Int32?>

    /// Acquires the lock of the database at a path.
    ///
    /// - Throws: ``StoreError/unavailable(_:)`` if another process holds it.
    init(of path: String) throws(StoreError) {
        let file = path + "-server"
        let descriptor = unsafe open(file, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .unavailable("The file \(file) cannot be created.") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            _ = close(descriptor)
            throw .unavailable(
                "Another server uses \(path). Stop it first, or use another folder."
            )
        }
        self.descriptor = Mutex(descriptor)
    }

    /// Acquires the lock of a stopped server, whose folder may be read-only; `nil` if there is no lock file to open.
    ///
    /// - Throws: ``StoreError/unavailable(_:)`` if a server is running.
    init?(ofStoppedServerAt path: String) throws(StoreError) {
        let descriptor = unsafe open(path + "-server", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            _ = close(descriptor)
            throw .unavailable("A server uses \(path). Stop it first.")
        }
        self.descriptor = Mutex(descriptor)
    }

    func release() {
        let descriptor = descriptor.withLock { held in
            defer { held = nil }
            return held
        }
        if let descriptor { _ = close(descriptor) }
    }

    deinit { release() }
}
