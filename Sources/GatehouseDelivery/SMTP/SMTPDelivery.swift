import Synchronization

/// One mail on its way, as libcurl's callbacks see it.
final class SMTPDelivery: Sendable {
    let from: String
    let to: String
    let payload: [UInt8]
    private let position = Mutex(0)
    private let cancelled = Atomic(false)

    init(from: String, to: String, payload: [UInt8]) {
        self.from = from
        self.to = to
        self.payload = payload
    }

    var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    func cancel() { cancelled.store(true, ordering: .relaxed) }

    /// Copies what comes next of the payload and answers how many bytes that was; zero at its end.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        position.withLock { position in
            let next = payload[position...].prefix(buffer.count)
            unsafe buffer.copyBytes(from: next)
            position += next.count
            return next.count
        }
    }
}
