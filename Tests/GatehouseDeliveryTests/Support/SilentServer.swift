import Foundation
import GatehouseTestSupport

/// A socket that never responds, or refuses connections if it does not listen.
final class SilentServer: Sendable {
    private let socket: LoopbackSocket

    var port: Int { socket.port }

    init(listens: Bool = true) throws {
        socket = try LoopbackSocket(backlog: listens ? 1 : nil)
    }

    deinit { close(socket.descriptor) }

    /// Returns once a client has connected.
    func accepted() async {
        await withCheckedContinuation { continuation in
            let thread = Thread { [descriptor = socket.descriptor] in
                _ = accept(descriptor, nil, nil)
                continuation.resume()
            }
            thread.start()
        }
    }
}
