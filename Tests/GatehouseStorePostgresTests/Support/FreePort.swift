import Foundation
import GatehouseTestSupport

/// An unused port of the local host.
enum FreePort {
    static func any() throws -> Int {
        let socket = try LoopbackSocket()
        defer { close(socket.descriptor) }
        return socket.port
    }
}
