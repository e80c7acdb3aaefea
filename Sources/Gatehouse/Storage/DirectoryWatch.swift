import Dispatch
import Synchronization

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
    ///   - onChange: Called on a private queue after each change, and when the directory is deleted.
    init?(_ directory: String, onChange: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "gatehouse.watch")
        #if canImport(Darwin)
        let descriptor = unsafe open(directory, O_EVTONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let source = DispatchSource.makeFileSystemObjectSource(
            fileDescriptor: descriptor,
            eventMask: [.write, .delete, .rename],
            queue: queue
        )
        source.setEventHandler { onChange() }
        source.setCancelHandler { close(descriptor) }
        source.resume()
        self.source = Mutex(source)
        #elseif canImport(Glibc)
        let descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let names = UInt32(IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF)
        guard unsafe inotify_add_watch(descriptor, directory, names | UInt32(IN_ONLYDIR)) >= 0 else {
            close(descriptor)
            return nil
        }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler {
            Self.drain(descriptor)
            onChange()
        }
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

    #if canImport(Glibc)
    /// Discards all pending events.
    private static func drain(_ descriptor: Int32) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while unsafe buffer.withUnsafeMutableBytes({ unsafe read(descriptor, $0.baseAddress, $0.count) }) > 0 {}
    }
    #endif
}
