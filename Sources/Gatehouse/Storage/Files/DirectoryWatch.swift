import Dispatch
import GatehouseConcurrency

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// A watch for changes of the names in a directory: by kqueue on Apple platforms, by inotify on Linux.
final class DirectoryWatch: Sendable {
    #if canImport(Darwin)
    private typealias Source = any DispatchSourceFileSystemObject
    #else
    private typealias Source = any DispatchSourceRead
    #endif

    private let source: Mutex<Source?>

    /// Begins to watch a directory; `nil` where the system reports no changes or has no watch left.
    ///
    /// - Parameters:
    ///   - directory: The directory.
    ///   - onChange: Called on a private queue after each change, with whether the watch is over because the directory
    ///     was moved or deleted: the path may lead to another one by now.
    init?(_ directory: String, onChange: @escaping @Sendable (_ isOver: Bool) -> Void) {
        let queue = DispatchQueue(label: "gatehouse.watch")
        #if canImport(Darwin)
        let descriptor = unsafe open(directory, O_EVTONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let source = DispatchSource.makeFileSystemObjectSource(
            fileDescriptor: descriptor,
            eventMask: [.write, .delete, .rename, .revoke],
            queue: queue
        )
        source.setEventHandler { onChange(!Self.leads(directory, to: descriptor)) }
        source.setCancelHandler { close(descriptor) }
        source.resume()
        self.source = Mutex(source)
        #elseif canImport(Glibc)
        let descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let events = UInt32(IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
        guard unsafe inotify_add_watch(descriptor, directory, events) >= 0 else {
            close(descriptor)
            return nil
        }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { onChange(Self.drain(descriptor)) }
        source.setCancelHandler { close(descriptor) }
        source.resume()
        self.source = Mutex(source)
        #else
        return nil
        #endif
    }

    deinit {
        cancel()
    }

    /// Ends the watch.
    func cancel() {
        source.withLock { source in
            source?.cancel()
            source = nil
        }
    }

    #if canImport(Darwin)
    /// Returns whether a path still leads to the directory that is open.
    private static func leads(_ directory: String, to descriptor: Int32) -> Bool {
        var (watched, present) = (stat(), stat())
        guard unsafe fstat(descriptor, &watched) == 0, unsafe stat(directory, &present) == 0 else { return false }
        return (watched.st_dev, watched.st_ino) == (present.st_dev, present.st_ino)
    }
    #elseif canImport(Glibc)
    /// Events after which the directory may have another path or none, or after which some may be missing.
    private static let ends = UInt32(IN_MOVE_SELF | IN_DELETE_SELF | IN_UNMOUNT | IN_IGNORED | IN_Q_OVERFLOW)

    /// Takes all pending events.
    ///
    /// - Returns: Whether one of them ends the watch.
    private static func drain(_ descriptor: Int32) -> Bool {
        var isOver = false
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return isOver }
            unsafe buffer.withUnsafeBytes { buffer in
                var offset = 0
                while offset < count {
                    let event = unsafe buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    if event.mask & ends != 0 { isOver = true }
                    offset += MemoryLayout<inotify_event>.size + Int(event.len)
                }
            }
        }
    }
    #endif
}
