import CFido2
import GatehouseConcurrency

/// Finds and opens security keys.
@safe package struct SecurityKeyConnector: Sendable {
    /// Returns the paths of the connected keys.
    let paths: @Sendable () -> [String]
    /// Opens the key at a path, and returns the result code.
    let open: @Sendable (_ device: OpaquePointer, _ path: String) -> Int32

    /// Creates a connector.
    package init(
        paths: @escaping @Sendable () -> [String],
        open: @escaping @Sendable (_ device: OpaquePointer, _ path: String) -> Int32
    ) {
        self.paths = paths
        unsafe self.open = unsafe open
    }

    /// The keys at the USB ports.
    package static let usb = unsafe SecurityKeyConnector(
        paths: {
            fido_init(0)
            let maximum = 16
            var found = 0
            guard let list = unsafe fido_dev_info_new(maximum) else { return [] }
            defer {
                var list = unsafe Optional(list)
                unsafe fido_dev_info_free(&list, maximum)
            }
            guard unsafe fido_dev_info_manifest(list, maximum, &found) == FIDO_OK else { return [] }
            return (0..<found).compactMap { index in
                unsafe fido_dev_info_ptr(list, index).flatMap { unsafe fido_dev_info_path($0) }
                    .map { unsafe String(cString: $0) }
            }
        },
        open: { device, path in unsafe fido_dev_open(device, path) }
    )
}

/// A key that is open during an operation, which another thread can cancel.
final class SecurityKeyHandle: Sendable {
    private struct State {
        /// The address of the open device.
        var device: UInt?
        var isCancelled = false
    }

    private let state = Mutex(State())

    /// Opens a key for an operation.
    ///
    /// - Throws: ``SecurityKeyError``, also that of the operation.
    func opened<Value>(
        _ connector: SecurityKeyConnector,
        at path: String,
        _ operation: (SecurityKey) throws(SecurityKeyError) -> Value
    ) throws(SecurityKeyError) -> Value {
        // Per thread.
        fido_init(0)
        guard let device = unsafe fido_dev_new() else { throw .failed(FIDO_ERR_INTERNAL) }
        defer {
            var device: OpaquePointer? = unsafe device
            unsafe fido_dev_free(&device)
        }
        guard unsafe connector.open(device, path) == FIDO_OK else { throw .notAccessible }
        defer { _ = unsafe fido_dev_close(device) }
        let isCancelled = state.withLock { state in
            state.device = UInt(bitPattern: device)
            return state.isCancelled
        }
        // The device must not be cancelled any more once it is closed.
        defer { state.withLock { $0.device = nil } }
        guard !isCancelled else { throw .cancelled }
        return try operation(unsafe SecurityKey(device: device))
    }

    /// Cancels the operation.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            guard let address = state.device, let device = unsafe OpaquePointer(bitPattern: address) else { return }
            _ = unsafe fido_dev_cancel(device)
        }
    }
}
