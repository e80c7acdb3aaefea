import GatehouseConcurrency
import NIOCore
import ServiceLifecycle

/// A service that ends the acceptance of connections before the server stops.
///
/// Closing a listening socket resets the connections that wait to be accepted, and a proxy must not repeat a `POST`
/// that it has sent. On Linux, the first packets of new connections are therefore dropped shortly before: a client
/// repeats them after a second, is refused then, and tries another node.
final class ConnectionIntake: Service {
    private let channel = Mutex<(any Channel)?>(nil)

    /// Sets the listening socket.
    func listen(on channel: any Channel) {
        self.channel.withLock { $0 = channel }
    }

    func run() async throws {
        // Throws if the server is cancelled.
        try? await gracefulShutdown()
        guard let channel = channel.withLock({ $0 }), Self.isSupported, !Task.isCancelled else { return }
        do {
            try await Self.dropNewConnections(to: channel).get()
            try await channel.eventLoop.scheduleTask(in: Self.time) {}.futureResult.get()
        } catch {
            // The server stops without it.
        }
    }

    /// The time in which the waiting connections are accepted.
    private static let time = TimeAmount.milliseconds(100)

    private static var isSupported: Bool {
        #if os(Linux) && (arch(x86_64) || arch(arm64))
        true
        #else
        false
        #endif
    }

    private static func dropNewConnections(to channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.flatSubmit {
            guard let options = channel as? any SocketOptionProvider else {
                return channel.eventLoop.makeSucceededVoidFuture()
            }
            // On its event loop the option is set before the call returns, while the pointer is valid.
            return unsafe dropSYN.withUnsafeBufferPointer { instructions in
                let program = FilterProgram(
                    count: UInt64(instructions.count),
                    address: UInt64(UInt(bitPattern: instructions.baseAddress))
                )
                return options.unsafeSetSocketOption(
                    level: socketLevel,
                    name: attachFilter,
                    value: program
                )
            }
        }
    }

    /// `SOL_SOCKET` on Linux.
    private static let socketLevel: SocketOptionLevel = 1
    /// `SO_ATTACH_FILTER`.
    private static let attachFilter: SocketOptionName = 26

    /// Accepts packets without the flag SYN: loads the flags, tests the bit, drops or accepts.
    private static let dropSYN: [UInt64] = [
        instruction(0x30, value: 13), instruction(0x45, otherwise: 1, value: 2), instruction(0x06, value: 0),
        instruction(0x06, value: .max),
    ]

    /// Returns a `sock_filter` of a classic BPF program.
    private static func instruction(_ code: UInt16, otherwise skip: UInt8 = 0, value: UInt32) -> UInt64 {
        UInt64(code) | UInt64(skip) << 24 | UInt64(value) << 32
    }
}

/// A `sock_fprog` on little-endian machines with 64 bits.
private struct FilterProgram: Sendable {
    let count: UInt64
    let address: UInt64
}
