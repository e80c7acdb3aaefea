import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An open file that is owned by this user and readable only by them.
struct PrivateFile: ~Copyable {
    private static let sizeLimit = 4 << 20

    private let descriptor: Int32

    deinit {
        close(descriptor)
    }

    /// Opens a file; rejects symbolic links.
    ///
    /// - Returns: `nil` if there is no file and `flags` do not include `O_CREAT`.
    init?(at path: String, _ flags: Int32) throws(TokenStoreError) {
        descriptor = unsafe open(path, flags | O_CLOEXEC | O_NOFOLLOW, mode_t(0o600))
        guard descriptor >= 0 else {
            if errno == ENOENT, flags & O_CREAT == 0 { return nil }
            throw TokenStoreError(errno: errno, "open", path)
        }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw TokenStoreError(errno: errno, "stat", path) }
        guard status.st_uid == geteuid() else {
            throw TokenStoreError(.denied, "\(path) belongs to another user.")
        }
    }

    /// Creates a directory with mode 0700, and missing parent directories.
    static func makeDirectory(_ path: String) throws(TokenStoreError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw TokenStoreError(.unavailable, "create \(path): \(error.localizedDescription)")
        }
    }

    /// Waits up to five seconds for an exclusive lock, which is held until this value is destroyed.
    ///
    /// The lock is normally held only while a file is written, unless a process is suspended at that point.
    func lock() throws(TokenStoreError) {
        var pause: useconds_t = 500
        var waited: useconds_t = 0
        while try !tryLock() {
            guard waited < 5_000_000 else {
                throw TokenStoreError(.unavailable, "Another process holds the lock of the store for too long.")
            }
            usleep(pause)
            waited += pause
            pause = min(pause * 2, 8_000)
        }
    }

    /// Locks the file until this value is destroyed, unless another process holds the lock.
    ///
    /// - Returns: Whether the lock was acquired.
    func tryLock() throws(TokenStoreError) -> Bool {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return false }
            guard errno == EINTR else { throw TokenStoreError(errno: errno, "lock", "the store") }
        }
        return true
    }

    /// Returns the whole contents.
    func contents() throws(TokenStoreError) -> Data {
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return data }
            if count < 0 {
                guard errno == EINTR else { throw TokenStoreError(errno: errno, "read", "the store") }
                continue
            }
            data.append(contentsOf: buffer[..<count])
            guard data.count <= Self.sizeLimit else {
                throw TokenStoreError(.corrupt, "The file exceeds the size limit.")
            }
        }
    }

    /// Replaces the contents, durably, with mode 0600.
    func replaceContents(with data: Data, durably: Bool = true) throws(TokenStoreError) {
        guard fchmod(descriptor, 0o600) == 0 else { throw TokenStoreError(errno: errno, "chmod", "the store") }
        var remaining = data[...]
        while !remaining.isEmpty {
            let count = unsafe remaining.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                guard errno == EINTR else { throw TokenStoreError(errno: errno, "write", "the store") }
                continue
            }
            remaining = remaining.dropFirst(count)
        }
        if durably { try sync() }
    }

    /// Replaces the contents without syncing to disk.
    func overwrite(with data: Data) throws(TokenStoreError) {
        let count = unsafe data.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        guard count == data.count, ftruncate(descriptor, off_t(data.count)) == 0 else {
            throw TokenStoreError(errno: errno, "write", "the store")
        }
    }

    /// Syncs the contents to disk; for a directory, its entries.
    func sync() throws(TokenStoreError) {
        #if canImport(Darwin)
        // `fsync` leaves the data in the drive's cache; not every file system supports more.
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        while fsync(descriptor) != 0 {
            guard errno == EINTR else { throw TokenStoreError(errno: errno, "sync", "the store") }
        }
    }
}

extension TokenStoreError {
    /// Creates an error from an `errno` value.
    init(errno number: Int32, _ call: String, _ path: String) {
        let code: Code =
            switch number {
            case EACCES, EPERM, ELOOP: .denied
            default: .unavailable
            }
        self.init(code, "\(call) \(path): \(unsafe String(cString: strerror(number)))")
    }
}

extension PrivateFile {
    /// Runs the body with the directory locked, then syncs the directory.
    static func exclusively(
        in directory: String,
        durably: Bool = true,
        _ body: () throws(TokenStoreError) -> Void
    ) throws(TokenStoreError) {
        try makeDirectory(directory)
        let lock = try PrivateFile(at: directory + "/.lock", O_RDWR | O_CREAT)
        try lock?.lock()
        try body()
        // Some file systems cannot sync directories. The file is in place by now, so this must not fail.
        if durably { try? PrivateFile(at: directory, O_RDONLY | O_DIRECTORY)?.sync() }
        // Holds the lock until here.
        _ = consume lock
    }
}
