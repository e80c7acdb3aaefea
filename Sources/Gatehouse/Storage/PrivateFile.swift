import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An open file that belongs to this user and that nobody else may read.
struct PrivateFile: ~Copyable {
    private static let sizeLimit = 4 << 20

    private let descriptor: Int32

    deinit {
        close(descriptor)
    }

    /// Opens a file; a symbolic link in its place is refused.
    ///
    /// - Returns: `nil` when there is none and `flags` do not ask to create it.
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

    /// Makes a directory that nobody else may read, and those above it, where they are missing.
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

    /// Waits until no other process holds the file, five seconds at most, and keeps it until this value goes away.
    ///
    /// Nobody holds it for longer than it takes to write a file, unless the process was stopped in the middle of that.
    func lock() throws(TokenStoreError) {
        var pause: useconds_t = 500
        var waited: useconds_t = 0
        while try !tryLock() {
            guard waited < 5_000_000 else {
                throw TokenStoreError(.unavailable, "Another process holds the store and does not go on.")
            }
            usleep(pause)
            waited += pause
            pause = min(pause * 2, 8_000)
        }
    }

    /// Keeps the file until this value goes away, unless another process holds it.
    ///
    /// - Returns: Whether it is kept now.
    func tryLock() throws(TokenStoreError) -> Bool {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return false }
            guard errno == EINTR else { throw TokenStoreError(errno: errno, "lock", "the store") }
        }
        return true
    }

    /// Everything in the file.
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
                throw TokenStoreError(.corrupt, "The file is larger than this library writes.")
            }
        }
    }

    /// Makes this all that is in the file, on the disk itself, readable by the owner alone.
    func replaceContents(with data: Data, durably: Bool = true) throws(TokenStoreError) {
        guard fchmod(descriptor, 0o600) == 0 else { throw TokenStoreError(errno: errno, "chmod", "the store") }
        var rest = data[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                guard errno == EINTR else { throw TokenStoreError(errno: errno, "write", "the store") }
                continue
            }
            rest = rest.dropFirst(count)
        }
        if durably { try sync() }
    }

    /// Makes this all that is in the file, for other processes at once, for the disk some time later.
    func overwrite(with data: Data) throws(TokenStoreError) {
        let count = unsafe data.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        guard count == data.count, ftruncate(descriptor, off_t(data.count)) == 0 else {
            throw TokenStoreError(errno: errno, "write", "the store")
        }
    }

    /// Waits until what was written is on the disk itself; of a directory, until its names are.
    func sync() throws(TokenStoreError) {
        #if canImport(Darwin)
        // There `fsync` leaves the data in the drive's own memory; not every file system can do better.
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        while fsync(descriptor) != 0 {
            guard errno == EINTR else { throw TokenStoreError(errno: errno, "sync", "the store") }
        }
    }
}

extension TokenStoreError {
    /// What a system call reported.
    init(errno code: Int32, _ call: String, _ path: String) {
        let kind: Kind =
            switch code {
            case EACCES, EPERM, ELOOP: .denied
            default: .unavailable
            }
        self.init(kind, "\(call) \(path): \(unsafe String(cString: strerror(code)))")
    }
}
